package httpserver

import (
	"net"
	"os"
)

// Notify tells systemd about the state of the service ("READY=1"), if systemd
// has asked for it.
func Notify(state string) {
	name := os.Getenv("NOTIFY_SOCKET")
	if name == "" {
		return
	}
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		return // systemd sees by other means that it was not told
	}
	defer c.Close()
	_, _ = c.Write([]byte(state))
}
