// Package smtpd accepts messages by SMTP and LMTP, limits connections, and
// checks who sent a message: by its DKIM signature or SPF record, or by the
// results of a mail server in front. It passes messages to a Receiver.
package smtpd
