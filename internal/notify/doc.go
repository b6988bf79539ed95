// Package notify informs people and their programs of what happens, by other ways than
// e-mail: it stores the hooks that they have registered, queues calls for new entries
// of logs, composes the notices, and lets a channel deliver each. The packages below it
// are the channels.
package notify
