// Package webhook calls addresses that users registered for notifications. It
// signs what it sends, and refuses addresses within the judge's own network.
package webhook
