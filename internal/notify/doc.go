// Package notify informs people and their programs of events through channels other than
// e-mail. It stores the hooks that they have registered, queues calls for new log entries,
// composes the notices, and lets a channel deliver each. The packages below it are the
// channels.
package notify
