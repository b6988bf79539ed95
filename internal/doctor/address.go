package doctor

import (
	"bufio"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"podesta/internal/config"
)

// fronts checks the listening addresses for pages and monitoring.
func (x *examination) fronts(ctx context.Context) {
	x.endpoint(ctx, "listen", x.c.Listen, func(conn net.Conn) bool {
		x.running = answersHTTP(x.c.Prefix())(conn)
		return x.running
	})
	if x.c.Metrics.Listen != "" {
		x.endpoint(ctx, "metrics.listen", x.c.Metrics.Listen, answersHTTP(""))
	}
}

// mailIn checks the listening addresses for incoming e-mail.
func (x *examination) mailIn(ctx context.Context) {
	m := &x.c.Mail
	if m.LMTP == "" && m.SMTP == "" {
		x.ok("mail in", "E-mail arrives only when a mail server runs `podesta mail`.")
		return
	}
	for _, e := range [][2]string{{"mail.lmtp", m.LMTP}, {"mail.smtp", m.SMTP}} {
		if e[1] != "" {
			x.endpoint(ctx, e[0], e[1], x.answersMail)
		}
	}
	x.connections()
}

// connections checks whether the limits on connections of mail servers make sense, and whether they
// are reached.
func (x *examination) connections() {
	const check = "mail connections"
	all, each := x.c.Limits.MailConnections, x.c.Limits.MailEach
	switch {
	case x.full:
		x.warn(check, "The judge turns mail servers away: the limit of connections is reached.", "Find out who connects, in the log and with ss -tn. If they are mail servers, raise limits.mail_connections.")
	case x.c.Mail.SMTP != "" && all == 0:
		x.warn(check, "There is no limit: anyone who opens thousands of connections can use up the judge's memory.", "Set limits.mail_connections to a number above 0.")
	case x.c.Mail.SMTP != "" && (each == 0 || each >= all):
		x.warn(check, "One client can use all connections.", "Set limits.mail_connections_per_client to a number below limits.mail_connections.")
	case all == 0:
		x.ok(check, "There is no limit, and only the mail server of this machine connects.")
	default:
		x.ok(check, fmt.Sprintf("At most %d at the same time.", all))
	}
}

// endpoint checks whether an address is free or used by the judge itself.
func (x *examination) endpoint(ctx context.Context, key, address string, judge func(net.Conn) bool) {
	ctx, cancel := within(ctx)
	defer cancel()
	network, where := config.Endpoint(address)
	if network == "unix" {
		if folder := filepath.Dir(where); !isFolder(folder) {
			x.fail(key, folder+" does not exist.", "Create the folder, owned by the judge's user; in the systemd unit: RuntimeDirectory=podesta.")
			return
		}
	}
	conn, err := x.Dial(ctx, network, where)
	if err == nil {
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(patience))
		if judge(conn) {
			x.ok(key, "The judge is listening at "+address+".")
		} else {
			x.fail(key, "Another program is listening at "+address+".", "Choose another address for "+key+", or stop the other program.")
		}
		return
	}
	if network == "unix" {
		if _, err := os.Lstat(where); err == nil {
			x.ok(key, "Nothing is listening at "+address+"; the judge will use it.")
			return
		}
	}
	l, err := x.Listen(ctx, network, where)
	switch {
	case err == nil:
		_ = l.Close() // only opened for the test
		x.ok(key, address+" is free for the judge.")
	case errors.Is(err, syscall.EACCES) && privileged(where):
		x.warn(key, address+": this user may not listen there: "+err.Error()+".",
			"The systemd unit allows it to the judge (AmbientCapabilities=CAP_NET_BIND_SERVICE). If you start the "+
				"judge in another way: setcap cap_net_bind_service=+ep and the path of the program.")
	case errors.Is(err, syscall.EACCES):
		x.fail(key, address+": this user may not listen there: "+err.Error()+".", "Run this as the judge's user.")
	default:
		x.fail(key, address+": the judge cannot listen there: "+err.Error()+".", "Set "+key+" to an address of this machine.")
	}
}

// privileged reports whether a port is one for which a program needs a permission.
func privileged(address string) bool {
	_, port, err := net.SplitHostPort(address)
	n, notNumber := strconv.Atoi(port)
	return err == nil && notNumber == nil && n < 1024
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// answersHTTP returns a function that reports whether a connection leads to a judge's metrics, or
// to its pages below a path.
func answersHTTP(prefix string) func(net.Conn) bool {
	return func(conn net.Conn) bool {
		if _, err := io.WriteString(conn, "GET "+prefix+"/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"); err != nil {
			return false
		}
		r, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			return false
		}
		defer r.Body.Close()
		return healthy(r)
	}
}

// healthy reports whether r is a judge's answer to /healthz.
func healthy(r *http.Response) bool {
	body, err := io.ReadAll(io.LimitReader(r.Body, 64))
	return err == nil && r.StatusCode == http.StatusOK && string(body) == "ok\n"
}

// answersMail reports whether a connection leads to a mail server that greets with the judge's
// domain, as the judge does. It records whether the greeting says that there are too many
// connections.
func (x *examination) answersMail(conn net.Conn) bool {
	line, err := bufio.NewReader(io.LimitReader(conn, 512)).ReadString('\n')
	if err != nil {
		return false
	}
	full := strings.HasPrefix(line, "421 "+x.c.Mail.Domain+" ")
	x.full = x.full || full
	return full || strings.HasPrefix(line, "220 "+x.c.Mail.Domain+" ")
}

// publicAddress checks base_url, to which links in e-mail lead.
func (x *examination) publicAddress(ctx context.Context) {
	const check = "base_url"
	if x.c.BaseURL == "" {
		if x.c.Mail.Domain == "" {
			x.ok(check, "Not set: links lead to "+x.c.Listen+".")
		} else {
			x.warn(check, "Not set: links in e-mails lead nowhere.", "Set it to the address of the judge on the web: https://...")
		}
		return
	}
	u, err := url.Parse(x.c.BaseURL)
	if err != nil {
		x.fail(check, err.Error()+".", "Set it to the address of the judge on the web: https://...")
		return
	}
	host := u.Hostname()
	if ip := net.ParseIP(host); u.Scheme != "https" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		x.warn(check, x.c.BaseURL+" is not encrypted: others on the way can read links, which give access to games.",
			"Change base_url to begin with https://, and set tls.acme = true, or put a web server with HTTPS in front of the judge.")
	}
	ctx, cancel := within(ctx)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(x.c.BaseURL, "/")+"/healthz", nil)
	if err != nil {
		x.fail(check, err.Error()+".", "Set it to the address of the judge on the web: https://...")
		return
	}
	answer, err := x.web().RoundTrip(r)
	if err != nil {
		var expired x509.CertificateInvalidError
		if errors.As(err, &expired) && expired.Reason == x509.Expired {
			x.fail("certificate", "The certificate of "+host+" has expired or is not valid yet: browsers refuse the pages.",
				x.renewal()+" If it is new, set this machine's clock.")
			return
		}
		x.warn(check, "No answer: "+err.Error()+".", "Check its DNS record, "+x.server()+", and the certificate. "+
			"If the judge is not running yet, start it and run podesta doctor again.")
		return
	}
	defer answer.Body.Close()
	if !healthy(answer) {
		x.warn(check, "What answers at "+r.URL.String()+" is not a judge (status "+answer.Status+").", "Configure the web server to pass all requests, with their whole path, to "+x.c.Listen+". If the judge is not running yet, start it and run podesta doctor again.")
		return
	}
	x.ok(check, "The judge answers at "+x.c.BaseURL+".")
	if answer.TLS == nil {
		return
	}
	if len(answer.TLS.PeerCertificates) > 0 {
		x.expiry("certificate", "certificate of "+host, answer.TLS.PeerCertificates[0], x.renewal())
	}
	if age := maxAge(answer.Header.Get("Strict-Transport-Security")); age < shortest {
		x.warn("HSTS", "Answers do not tell browsers to use only HTTPS for a month or longer.", "Let the web server pass on the judge's header Strict-Transport-Security, or set it there: max-age=31536000.")
	} else {
		x.ok("HSTS", fmt.Sprintf("Browsers use only HTTPS for %d days.", int(age/(24*time.Hour))))
	}
}

// shortest is the minimum time for which a Strict-Transport-Security header should be valid.
const shortest = 30 * 24 * time.Hour

// maxAge returns the max-age of a Strict-Transport-Security header.
func maxAge(header string) time.Duration {
	for part := range strings.SplitSeq(header, ";") {
		if name, value, _ := strings.Cut(strings.TrimSpace(part), "="); strings.EqualFold(name, "max-age") {
			if n, err := strconv.ParseInt(strings.Trim(value, `"`), 10, 32); err == nil {
				return time.Duration(n) * time.Second
			}
		}
	}
	return 0
}
