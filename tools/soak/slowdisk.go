//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// How long a slow disk takes to write data, and to make sure that they are stored. An SQLite
// transaction writes some pages, one after the other, and then waits for the disk.
const (
	slowWrite = 10 * time.Millisecond
	slowSync  = 250 * time.Millisecond
)

// slowDisk is a folder that mirrors another one. While it is slow, writing to it takes long. A
// separate process serves it by FUSE, because a program that waits for a page of a file that it
// serves itself may wait forever.
type slowDisk struct {
	folder string
	cmd    *exec.Cmd

	mu     sync.Mutex
	in     io.WriteCloser
	out    *bufio.Reader
	faults int // number of current faults that make it slow
}

// slowDiskVar is the environment variable with the two folders of a slow disk: the original and
// the mirror. A process with this variable serves that disk.
const slowDiskVar = "SOAK_SLOW_DISK"

// newSlowDisk mirrors a folder in another one, which must exist.
func newSlowDisk(of, folder string) (*slowDisk, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	d := &slowDisk{folder: folder, cmd: exec.Command(program)}
	d.cmd.Env = append(os.Environ(), slowDiskVar+"="+of+"\n"+folder)
	d.cmd.Stderr = os.Stderr
	if d.in, err = d.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	d.out = bufio.NewReader(out)
	if err := d.cmd.Start(); err != nil {
		return nil, err
	}
	if err := d.answer(); err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

// more begins faults that slow the disk down, or ends them.
func (d *slowDisk) more(faults int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.faults += faults
	if _, err := fmt.Fprintln(d.in, d.faults > 0); err != nil {
		return err
	}
	return d.answer()
}

// answer reads what the disk's process answers.
func (d *slowDisk) answer() error {
	said, err := d.out.ReadString('\n')
	if said = strings.TrimSpace(said); err == nil && said != "ok" {
		err = errors.New(said)
	}
	return err
}

// close ends the disk. No file on it may be open any more.
func (d *slowDisk) close() error {
	err := errors.Join(d.in.Close(), d.cmd.Wait())
	// EINVAL means that it is not mounted
	if e := syscall.Unmount(d.folder, syscall.MNT_DETACH); e != nil && !errors.Is(e, syscall.EINVAL) {
		err = errors.Join(err, e)
	}
	return err
}

// serveSlowDisk serves a slow disk until the standard input ends, if this process was started
// for that. It reports whether it was.
func serveSlowDisk() bool {
	of, folder, asked := strings.Cut(os.Getenv(slowDiskVar), "\n")
	if !asked {
		return false
	}
	var slow atomic.Bool
	second := time.Second
	server, err := fs.Mount(folder, &slowNode{&fs.LoopbackNode{RootData: &fs.LoopbackRoot{Path: of}}, &slow}, &fs.Options{
		AttrTimeout: &second, EntryTimeout: &second,
		MountOptions: fuse.MountOptions{DirectMountStrict: true, FsName: of, Name: "slow"},
	})
	if err != nil {
		fmt.Println(err)
		return true
	}
	fmt.Println("ok")
	for in := bufio.NewScanner(os.Stdin); in.Scan(); fmt.Println("ok") {
		slow.Store(in.Text() == "true")
	}
	_ = server.Unmount() // the parent process does this if files are open
	return true
}

// slowNode is a file or folder of a slow disk.
type slowNode struct {
	*fs.LoopbackNode
	slow *atomic.Bool
}

// WrapChild implements fs.NodeWrapChilder.
func (n *slowNode) WrapChild(_ context.Context, ops fs.InodeEmbedder) fs.InodeEmbedder {
	return &slowNode{ops.(*fs.LoopbackNode), n.slow}
}

// Open implements fs.NodeOpener.
func (n *slowNode) Open(ctx context.Context, flags uint32) (fs.FileHandle, uint32, syscall.Errno) {
	f, flags, errno := n.LoopbackNode.Open(ctx, flags)
	return n.file(f, errno), flags, errno
}

// Create implements fs.NodeCreater.
func (n *slowNode) Create(ctx context.Context, name string, flags, mode uint32, out *fuse.EntryOut) (*fs.Inode, fs.FileHandle, uint32, syscall.Errno) {
	inode, f, flags, errno := n.LoopbackNode.Create(ctx, name, flags, mode, out)
	return inode, n.file(f, errno), flags, errno
}

// file returns an open file of the slow disk.
func (n *slowNode) file(f fs.FileHandle, errno syscall.Errno) fs.FileHandle {
	if errno != 0 {
		return nil
	}
	return &slowFile{f.(*fs.LoopbackFile), n.slow}
}

// slowFile is an open file of a slow disk.
type slowFile struct {
	*fs.LoopbackFile
	slow *atomic.Bool
}

// PassthroughFd keeps the kernel from writing to the file itself.
func (*slowFile) PassthroughFd() (int, bool) { return 0, false }

// Write implements fs.FileWriter.
func (f *slowFile) Write(ctx context.Context, data []byte, at int64) (uint32, syscall.Errno) {
	if f.slow.Load() {
		time.Sleep(slowWrite)
	}
	return f.LoopbackFile.Write(ctx, data, at)
}

// Fsync implements fs.FileFsyncer.
func (f *slowFile) Fsync(ctx context.Context, flags uint32) syscall.Errno {
	if f.slow.Load() {
		time.Sleep(slowSync)
	}
	return f.LoopbackFile.Fsync(ctx, flags)
}

// layer mounts a disk that can be slowed down above the small disk, or returns an error that
// explains why it cannot.
func (r *round) layer() error {
	if r.disk == "" {
		return nil
	}
	folder := filepath.Join(r.folder, "slow")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	var err error
	if r.slow, err = newSlowDisk(r.disk, folder); err != nil {
		r.say("THE DISK IS NEVER SLOW: a file system of this program cannot be mounted (%v), which needs root, the device /dev/fuse, and in a container the capability SYS_ADMIN", err)
		r.slow = nil
	}
	return nil
}

// slowTime is how long a disk is slow.
const slowTime = 5 * time.Second

// slowDisk makes the disk of the database slow for a while.
func (r *round) slowDisk(ctx context.Context) error {
	if r.slow == nil {
		return nil
	}
	r.journal.fault("disk-slow", 0)
	if err := r.slow.more(1); err != nil {
		return err
	}
	r.later(ctx, slowTime, func() error { return r.slow.more(-1) })
	return nil
}
