package httpserver

import (
	"net"
	"os"
)

// Notify reports the state of the service ("READY=1") to systemd, if systemd has requested it.
func Notify(state string) {
	name := os.Getenv("NOTIFY_SOCKET")
	if name == "" {
		return
	}
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		return // systemd notices a missing notification by itself
	}
	defer c.Close()
	_, _ = c.Write([]byte(state))
}
