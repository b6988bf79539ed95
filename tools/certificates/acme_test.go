package certificates

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/letsencrypt/challtestsrv"
	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
)

const host = "judge.example.org"

var program string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "certificates-")
	if err != nil {
		log.Fatal(err)
	}
	program = filepath.Join(folder, "podesta")
	build := exec.Command("go", "build", "-o", program, "./cmd/podesta")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		log.Fatalf("%v\n%s", err, out)
	}
	status := m.Run()
	os.RemoveAll(folder)
	os.Exit(status)
}

// free returns a port at which no program listens.
func free(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// authority is a certificate authority, which knows one name in the DNS.
type authority struct {
	*httptest.Server
	url  string // address of its directory
	root string // the file with the certificate of its site
	pool *x509.CertPool
}

// newAuthority starts a certificate authority that looks for the judge at these ports, and whose
// certificates are valid for some seconds.
func newAuthority(t *testing.T, https, plain, seconds int) *authority {
	t.Helper()
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	t.Setenv("PEBBLE_WFE_NONCEREJECT", "0")
	quiet := log.New(io.Discard, "", 0)
	dns := fmt.Sprintf("127.0.0.1:%d", free(t))
	names, err := challtestsrv.New(challtestsrv.Config{DNSAddrs: []string{dns}, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	names.SetDefaultDNSIPv4("127.0.0.1")
	names.SetDefaultDNSIPv6("")
	go names.Run()
	t.Cleanup(names.Shutdown)
	store := db.NewMemoryStore()
	issuer := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {ValidityPeriod: uint64(seconds)}})
	front := wfe.New(quiet, store, va.New(quiet, plain, https, true, dns, store), issuer, []string{"pebble"}, true, false, 0, 0)
	a := &authority{Server: httptest.NewTLSServer(front.Handler()), root: filepath.Join(t.TempDir(), "ca.pem"), pool: x509.NewCertPool()}
	t.Cleanup(a.Close)
	a.url = a.URL + wfe.DirectoryPath
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.Certificate().Raw})
	if err := os.WriteFile(a.root, text, 0o600); err != nil {
		t.Fatal(err)
	}
	a.pool.AddCert(issuer.GetRootCert(0).Cert)
	return a
}

// judge is a judge's process and the ports at which it listens.
type judge struct {
	folder                string
	https, plain, metrics int
	said                  *bytes.Buffer
}

func newJudge(t *testing.T) *judge {
	t.Helper()
	return &judge{folder: t.TempDir(), https: free(t), plain: free(t), metrics: free(t)}
}

// environment returns the judge's own settings, followed by the given ones.
func (j *judge) environment(settings ...string) []string {
	return append([]string{
		"PODESTA_DATA=" + j.folder, "PODESTA_LISTEN=unix:" + filepath.Join(j.folder, "socket"),
		fmt.Sprintf("PODESTA_METRICS_LISTEN=127.0.0.1:%d", j.metrics), "PODESTA_BASE_URL=https://" + host,
		fmt.Sprintf("PODESTA_TLS_LISTEN=127.0.0.1:%d", j.https), fmt.Sprintf("PODESTA_TLS_REDIRECT=127.0.0.1:%d", j.plain),
	}, settings...)
}

// start starts the judge and returns a function that stops it.
func (j *judge) start(t *testing.T, settings ...string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, program, "serve")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Env = j.environment(settings...)
	j.said = &bytes.Buffer{}
	cmd.Stderr = j.said
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	stop = func() {
		if ended {
			return
		}
		ended = true
		cancel()
		_ = cmd.Wait() // the context ended it
		if t.Failed() {
			t.Logf("the judge says\n%s", j.said)
		}
	}
	t.Cleanup(stop)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		stop()
		t.Fatalf("%q, %v\n%s", line, err, j.said)
	}
	return stop
}

// viaACME returns the settings of a judge that gets its certificate from the authority.
func (a *authority) viaACME() []string {
	return []string{"PODESTA_TLS_ACME=true", "PODESTA_TLS_CA=" + a.url, "PODESTA_TLS_CA_ROOT=" + a.root, "PODESTA_KEEPER=keeper@example.org"}
}

// browser returns a client for which the judge's name leads to this judge.
func (j *judge) browser(pool *x509.CertPool) *http.Client {
	to := map[string]int{host + ":443": j.https, host + ":80": j.plain}
	return &http.Client{
		Transport: &http.Transport{
			ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: pool},
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, network, fmt.Sprintf("127.0.0.1:%d", to[address]))
			},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// certificate waits until the judge has a certificate other than one with this serial number, and
// returns the certificate, which may have expired.
func (j *judge) certificate(t *testing.T, other string) *x509.Certificate {
	t.Helper()
	for range 600 {
		c, err := tls.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", j.https), &tls.Config{ServerName: host, InsecureSkipVerify: true})
		if err == nil {
			leaf := c.ConnectionState().PeerCertificates[0]
			c.Close()
			if leaf.SerialNumber.String() != other {
				return leaf
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("there is no certificate:\n%s", j.said)
	return nil
}

// get fetches a page and returns its text.
func get(t *testing.T, c *http.Client, address string) (*http.Response, string) {
	t.Helper()
	answer, err := c.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

// TestCertificate gets a certificate by each kind of challenge, and checks that the judge works
// over https with it.
func TestCertificate(t *testing.T) {
	for _, way := range []string{"TLS-ALPN-01", "HTTP-01", "TLS-ALPN-01 without port 80"} {
		t.Run(way, func(t *testing.T) {
			j := newJudge(t)
			https, plain := j.https, j.plain
			if way == "HTTP-01" {
				https = free(t)
			} else {
				plain = free(t)
			}
			a := newAuthority(t, https, plain, 90*24*3600)
			settings := a.viaACME()
			if strings.HasSuffix(way, "without port 80") {
				settings = append(settings, "PODESTA_TLS_REDIRECT=")
			}
			j.start(t, settings...)
			j.certificate(t, "")
			if !strings.HasSuffix(way, "without port 80") {
				everything(t, j, a)
			}
		})
	}
}

// everything checks that the judge works over https.
func everything(t *testing.T, j *judge, a *authority) {
	t.Helper()
	c := j.browser(a.pool)
	front, page := get(t, c, "https://"+host+"/")
	if front.StatusCode != 200 || front.Proto != "HTTP/2.0" || front.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("the front page: %s %s %v", front.Proto, front.Status, front.Header)
	}
	if answer, _ := get(t, c, "http://"+host+"/g/x?a=b"); answer.StatusCode != http.StatusPermanentRedirect || answer.Header.Get("Location") != "https://"+host+"/g/x?a=b" {
		t.Errorf("http: %s %v", answer.Status, answer.Header)
	}
	if answer, text := get(t, c, "https://"+host+"/api/v1/scenarios"); answer.StatusCode != 200 || !strings.Contains(text, "{") {
		t.Errorf("the API: %s", answer.Status)
	}
	theme, err := c.PostForm("https://"+host+"/theme", map[string][]string{"theme": {"dark"}})
	if err != nil {
		t.Fatal(err)
	}
	theme.Body.Close()
	if set := theme.Cookies(); len(set) == 0 || !set[0].Secure {
		t.Errorf("cookies: %s %v", theme.Status, set)
	}
	game := regexp.MustCompile(`/g/([a-z0-9]+)/map/`).FindStringSubmatch(page)
	if game == nil {
		t.Fatalf("no game on the front page:\n%s", page)
	}
	live, err := c.Get("https://" + host + "/g/" + game[1] + "/live")
	if err != nil {
		t.Fatal(err)
	}
	defer live.Body.Close()
	if line, err := bufio.NewReader(live.Body).ReadString('\n'); live.StatusCode != 200 || err != nil {
		t.Errorf("the stream: %s %q, %v", live.Status, line, err)
	}
	old := j.browser(a.pool)
	old.Transport.(*http.Transport).ForceAttemptHTTP2 = false
	if answer, _ := get(t, old, "https://"+host+"/readyz"); answer.StatusCode != 200 || answer.Proto != "HTTP/1.1" {
		t.Errorf("without HTTP/2: %s %s", answer.Proto, answer.Status)
	}
	_, metrics := get(t, http.DefaultClient, fmt.Sprintf("http://127.0.0.1:%d/metrics", j.metrics))
	if !regexp.MustCompile(`(?m)^podesta_certificate_end_timestamp_seconds [1-9]`).MatchString(metrics) {
		t.Error("no metric of the certificate")
	}
	if out := j.doctor(a.viaACME()...); !strings.Contains(out, "The judge is listening at 127.0.0.1:"+fmt.Sprint(j.https)) {
		t.Errorf("the doctor says\n%s", out)
	}
}

// doctor returns what the doctor says.
func (j *judge) doctor(settings ...string) string {
	cmd := exec.Command(program, "doctor")
	cmd.Env = j.environment(settings...)
	out, _ := cmd.CombinedOutput() // its status is 1 if it finds a problem
	return string(out)
}

// TestOutage starts with an expired certificate while the certificate authority is away. It checks
// that the judge still serves, and that it gets a new certificate when it is started with the
// certificate authority.
func TestOutage(t *testing.T) {
	j := newJudge(t)
	a := newAuthority(t, j.https, j.plain, 1)
	stop := j.start(t, a.viaACME()...)
	first := j.certificate(t, "").SerialNumber.String()
	stop()
	handler := a.Config.Handler
	a.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "away", http.StatusServiceUnavailable) })
	stop = j.start(t, a.viaACME()...)
	if c := j.certificate(t, ""); c.SerialNumber.String() != first || time.Now().Before(c.NotAfter) {
		t.Errorf("the certificate is %s until %s", c.SerialNumber, c.NotAfter)
	}
	if answer, _ := get(t, j.browser(nil), "http://"+host+"/healthz"); answer.StatusCode != 200 {
		t.Errorf("health is %s", answer.Status)
	}
	stop()
	if text := j.said.String(); !strings.Contains(text, "the certificate has ended: browsers refuse the pages") {
		t.Errorf("the judge says\n%s", text)
	}
	a.Config.Handler = handler
	j.start(t, a.viaACME()...)
	j.certificate(t, first)
}

// TestFiles serves pages with a certificate in files.
func TestFiles(t *testing.T) {
	site := httptest.NewTLSServer(nil)
	defer site.Close()
	key, err := x509.MarshalPKCS8PrivateKey(site.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	j := newJudge(t)
	files := map[string]*pem.Block{"tls.crt": {Type: "CERTIFICATE", Bytes: site.Certificate().Raw}, "tls.key": {Type: "PRIVATE KEY", Bytes: key}}
	for name, block := range files {
		if err := os.WriteFile(filepath.Join(j.folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	j.start(t, "PODESTA_TLS_CERTIFICATE="+filepath.Join(j.folder, "tls.crt"), "PODESTA_TLS_KEY="+filepath.Join(j.folder, "tls.key"))
	if !j.certificate(t, "").Equal(site.Certificate()) {
		t.Error("it is another certificate")
	}
}

// TestRefused starts with ports that are in use, and with wrong files.
func TestRefused(t *testing.T) {
	j := newJudge(t)
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", j.https))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, c := range []struct{ settings, says string }{
		{"PODESTA_TLS_ACME=true", "tls.listen: listen tcp 127.0.0.1:"},
		{"PODESTA_TLS_ACME=true", "Another program has this port, usually a web server"},
		{"PODESTA_TLS_ACME=true PODESTA_TLS_LISTEN=127.0.0.1:0 PODESTA_TLS_CA_ROOT=" + program, "tls.ca_root: " + program + " contains no certificate"},
		{"PODESTA_TLS_CERTIFICATE=/none PODESTA_TLS_KEY=/none PODESTA_TLS_LISTEN=127.0.0.1:0", "tls.certificate: stat /none"},
	} {
		cmd := exec.Command(program, "serve")
		cmd.Env = j.environment(strings.Fields(c.settings)...)
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), c.says) {
			t.Errorf("%s: %v\n%s", c.settings, err, out)
		}
	}
}
