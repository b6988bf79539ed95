// Package webhook calls URLs that users registered for notifications. It signs
// requests, and refuses addresses within the judge's own network.
package webhook
