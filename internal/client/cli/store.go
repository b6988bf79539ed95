package cli

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"podesta/internal/client"
	"podesta/machiavelli/message"
)

// The environment variables of the client. Their names begin with the prefix
// that package config reserves for it.
const (
	JudgeVariable = "PODESTA_CLIENT_JUDGE"
	TokenVariable = "PODESTA_CLIENT_TOKEN"
)

// Logins holds the tokens for judges, and the keys of games played by links. They are stored in a
// file that no one else can read.
type Logins struct {
	Judge  string           `json:"judge"` // address of the judge of the last login
	Judges map[string]login `json:"judges"`
}

// login holds what is stored for one judge.
type login struct {
	Token string            `json:"token,omitempty"`
	Keys  map[string]string `json:"keys,omitempty"` // keys of games played by links, keyed by game
}

// loginsFile returns the name of the file.
func loginsFile() (string, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", message.Error(message.New("there is no place for the client's settings: {why}", message.Of(err)))
	}
	return filepath.Join(folder, "podesta", "client.json"), nil
}

func ReadLogins() (*Logins, error) {
	l := &Logins{Judges: map[string]login{}}
	name, err := loginsFile()
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, l); err != nil {
		return nil, message.Error(message.New("{file} is damaged: remove it and sign in again", message.Name(name)))
	}
	if l.Judges == nil {
		l.Judges = map[string]login{}
	}
	return l, nil
}

// write stores the logins in a new file first, so that a full disk destroys nothing.
func (l *Logins) write() error {
	name, err := loginsFile()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	data, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".client-*") // only its owner can read it
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// Address returns the judge's address. It is the parameter named if that is not empty, or else the
// address in the environment, or else the judge of the last login. It is "" if there is none.
func (l *Logins) Address(named string) string {
	for _, a := range []string{named, os.Getenv(JudgeVariable), l.Judge} {
		if a == "" {
			continue
		}
		if base, err := client.Base(a); err == nil {
			return base
		}
		return a
	}
	return ""
}

// Token returns the stored key of a game, or else the token for the judge.
func (l *Logins) Token(address, game string) string {
	j := l.Judges[address]
	if key := j.Keys[game]; key != "" {
		return "key:" + game + ":" + key
	}
	return j.Token
}

// keep adds a token, or the key of a game.
func (l *Logins) keep(address, game, secret string) {
	j := l.Judges[address]
	if game == "" {
		j.Token = secret
	} else {
		if j.Keys == nil {
			j.Keys = map[string]string{}
		}
		j.Keys[game] = secret
	}
	l.Judge, l.Judges[address] = address, j
}

func (l *Logins) forget(address string) {
	delete(l.Judges, address)
	if l.Judge == address {
		l.Judge = ""
	}
}
