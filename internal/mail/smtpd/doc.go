// Package smtpd takes messages in by SMTP and LMTP, limits connections, and checks
// who sent a message: by its DKIM signature or SPF record, or by what a mail server
// in front reports. It hands messages to a Receiver.
package smtpd
