package env

import (
	"encoding/json"
	"strconv"
	"strings"
)

// setup returns the setup of a scenario, from the cache if possible.
func (s *Service) setup(x Scenario) (*Setup, error) {
	text, err := json.Marshal(x) // Marshal writes maps in a fixed order
	if err != nil {
		return nil, err
	}
	key := string(text)
	if u := s.setups[key]; u != nil {
		return u, nil
	}
	if x.Scenario == "" {
		return nil, wrong("scenario", "the request names no scenario; there are %s", strings.Join(scenarioIDs(), ", "))
	}
	u, err := NewSetup(x)
	if err != nil {
		return nil, wrong("scenario", "%s", err.Error())
	}
	if len(s.setups) >= maxSetups {
		clear(s.setups)
	}
	s.setups[key] = u
	return u, nil
}

// open stores a game and returns its handle.
func (s *Service) open(g *Game) (uint64, error) {
	if len(s.games) >= maxGames {
		return 0, wrong("limit", "%d games are open, as many as possible: close some", len(s.games))
	}
	handle := s.next
	s.next++
	s.games[handle] = g
	return handle, nil
}

type resetRequest struct {
	head
	Scenario
	Seed  seed `json:"seed"`
	Years int  `json:"years"`
	looks
}

// reset opens a game.
func (s *Service) reset(dst []byte, r *resetRequest) ([]byte, error) {
	u, err := s.setup(r.Scenario)
	if err != nil {
		return dst, err
	}
	if r.Seed == "" {
		r.Seed = seed(strconv.FormatUint(s.next, 10))
	}
	g, err := NewGame(u, string(r.Seed), r.Years)
	if err != nil {
		return dst, wrong("request", "%s", err.Error())
	}
	return s.opened(dst, g, &r.looks)
}

// opened stores a new game and appends its handle, its phase and its powers.
func (s *Service) opened(dst []byte, g *Game, l *looks) ([]byte, error) {
	if err := l.check(g); err != nil {
		return dst, err
	}
	handle, err := s.open(g)
	if err != nil {
		return dst, err
	}
	dst = strconv.AppendUint(append(dst, `,"game":`...), handle, 10)
	dst = appendText(append(dst, `,"phase":`...), g.Position.Phase.String())
	dst = append(dst, `,"powers":[`...)
	for i, x := range members(g.Setup.Powers()) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, g.Setup.Setting().Powers[x].ID)
	}
	dst = append(dst, ']')
	return s.look(g.appendEnd(dst), g, l)
}

// appendEnd appends whether the game is over, and how it ended.
func (g *Game) appendEnd(dst []byte) []byte {
	end := g.End()
	dst = strconv.AppendBool(append(dst, `,"over":`...), end != Playing)
	if end != Playing {
		dst = appendText(append(dst, `,"end":`...), string(end))
	}
	return dst
}

type cloneRequest struct {
	inGame
	Seed seed `json:"seed"`
	looks
}

// clone copies a game.
func (s *Service) clone(dst []byte, r *cloneRequest) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	return s.opened(dst, g.Clone(string(r.Seed)), &r.looks)
}

// save returns the state of a game as text.
func (s *Service) save(dst []byte, r *inGame) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	state, err := g.Save()
	if err != nil {
		return dst, err
	}
	return appendText(append(dst, `,"state":`...), state), nil
}

type restoreRequest struct {
	head
	State string `json:"state"`
	looks
}

// restore opens a game from its saved state.
func (s *Service) restore(dst []byte, r *restoreRequest) ([]byte, error) {
	g, err := restore(r.State, s.setup)
	if err != nil {
		return dst, wrong("state", "%s", err.Error())
	}
	return s.opened(dst, g, &r.looks)
}

// outcome returns the outcome of a game so far.
func (s *Service) outcome(dst []byte, r *inGame) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	return appendMembers(dst, g.Outcome())
}

// close removes a game.
func (s *Service) close(dst []byte, r *inGame) ([]byte, error) {
	if _, err := s.find(r.Game); err != nil {
		return dst, err
	}
	delete(s.games, r.Game)
	return append(dst, `,"closed":true`...), nil
}
