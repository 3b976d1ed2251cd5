// go_bench sequential URL COUNT | concurrent URL COUNT CONNECTIONS | fetch URL [CA] | handshakes-whole|handshakes-resumed URL CA COUNT
//
// Go's net/http as its documentation shows it. Prints requests=N seconds=S cpu=S for the loop only.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
)

func fail(what any) {
	fmt.Fprintln(os.Stderr, "go_bench:", what)
	os.Exit(1)
}

func cpu() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func get(client *http.Client, url string) {
	response, err := client.Get(url)
	if err != nil {
		fail(err)
	}
	size, err := io.Copy(io.Discard, response.Body)
	response.Body.Close()
	if err != nil || response.StatusCode != 200 || size == 0 {
		fail(fmt.Sprint(response.Status, " ", err))
	}
}

func getAll(client *http.Client, url string, share, connections int) {
	var group sync.WaitGroup
	for range make([]struct{}, connections) {
		group.Add(1)
		go func() {
			defer group.Done()
			for done := 0; done < share; done++ {
				get(client, url)
			}
		}()
	}
	group.Wait()
}

func main() {
	words := append(os.Args[1:], "", "", "", "")
	kind, url := words[0], words[1]
	isHandshakes := kind == "handshakes-whole" || kind == "handshakes-resumed"
	count, connections, authority := 1, 1, ""
	switch {
	case isHandshakes:
		authority = words[2]
		count, _ = strconv.Atoi(words[3])
	case kind == "fetch":
		authority = words[2]
	case kind == "sequential", kind == "concurrent":
		count, _ = strconv.Atoi(words[2])
		if kind == "concurrent" {
			connections, _ = strconv.Atoi(words[3])
		}
	default:
		fail("usage: see main.go")
	}
	if count < 1 || connections < 1 {
		fail("usage: see main.go")
	}
	transport := &http.Transport{
		MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections, DisableCompression: true, DisableKeepAlives: isHandshakes,
	}
	if authority != "" {
		text, err := os.ReadFile(authority)
		if err != nil {
			fail(err)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: x509.NewCertPool()}
		transport.TLSClientConfig.RootCAs.AppendCertsFromPEM(text)
		if kind == "handshakes-resumed" {
			transport.TLSClientConfig.ClientSessionCache = tls.NewLRUClientSessionCache(0)
		}
	}
	client := &http.Client{Transport: transport}
	if kind != "fetch" {
		getAll(client, url, 1, connections)
	}
	share := count / connections
	wall, used := time.Now(), cpu()
	getAll(client, url, share, connections)
	fmt.Printf("requests=%d seconds=%f cpu=%f\n", share*connections, time.Since(wall).Seconds(), (cpu() - used).Seconds())
}
