// Package notify informs people and their programs of events through channels other than e-mail. It
// stores the hooks that they have registered, queues calls for new log entries, composes the
// notices, and has a channel deliver each of them. The packages below it are the channels.
package notify
