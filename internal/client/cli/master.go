package cli

import (
	"net/http"
	"net/url"
	"os"
	"strconv"

	"podesta/internal/act"
	"podesta/machiavelli/message"
)

func clientMasters() []clientCommand {
	const group = string(act.Mastery)
	return []clientCommand{
		{group, "set", "GAME NAME=VALUE...", "change settings of the game, such as listed=true or timing.moves.next=48", (*clientRun).set},
		{group, "option", "GAME NAME=VALUE...", "change options of the rules", (*clientRun).option},
		{group, "export", "GAME [FILE]", "write the whole game to a file, to move it; the file contains secrets", (*clientRun).exportFile},
		{group, "import", "FILE", "import a game from such a file, and become its master", (*clientRun).importFile},
	}
}

// settings returns the arguments after the game.
func (s *clientRun) settings() (pairs, error) {
	p := pairs{}
	for _, a := range s.args[1:] {
		if err := p.Set(a); err != nil {
			return nil, message.Error(message.New("{text}: {why}", message.Name(strconv.Quote(a)), message.Of(err)))
		}
	}
	return p, nil
}

func (s *clientRun) set() error {
	if err := s.parse(2, -1); err != nil {
		return err
	}
	p, err := s.settings()
	if err != nil {
		return err
	}
	h, err := p.nested()
	if err != nil {
		return err
	}
	return s.changed(http.MethodPatch, s.game("hosting"), h)
}

func (s *clientRun) option() error {
	if err := s.parse(2, -1); err != nil {
		return err
	}
	p, err := s.settings()
	if err != nil {
		return err
	}
	return s.changed(http.MethodPatch, s.game("rules"), map[string]any{"options": p})
}

func (s *clientRun) exportFile() error {
	if err := s.parse(1, 2); err != nil {
		return err
	}
	s.raw = false
	var data []byte
	if _, err := s.get(s.game("export"), nil, &data); err != nil {
		return err
	}
	if name := s.arg(1); name != "" && name != "-" {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			return err
		}
		s.say("%s: %d KB", name, (len(data)+1023)/1024)
		return nil
	}
	_, err := s.out.Write(data)
	return err
}

func (s *clientRun) importFile() error {
	running := s.flags.Bool("running", false, "let the clock continue; without this flag, the game is paused until you resume it")
	if err := s.parse(1, 1); err != nil {
		return err
	}
	text, err := s.input(s.arg(0))
	if err != nil {
		return err
	}
	var query url.Values
	if *running {
		query = url.Values{"running": {"true"}}
	}
	return s.done(http.MethodPost, "/import", query, []byte(text))
}
