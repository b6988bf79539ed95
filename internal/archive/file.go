package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// TransferFormat and TransferVersion are at the beginning of the file that moves a game from one
// judge to another (docs/transfer-format.md). The version increases with changes that readers of
// the previous version could not handle. Games whose players have accounts are written as version
// 1, which supported only such games.
const (
	TransferFormat  = "podesta game"
	TransferVersion = 2
)

// MaxTransfer is the maximum size of a game's file, in bytes.
const MaxTransfer = 64 << 20

// transferFile is the file of a game.
type transferFile struct {
	Format   string          `json:"format"`
	Version  int             `json:"version"`
	Written  time.Time       `json:"written"`
	Secret   bool            `json:"secret"` // whether it contains things that players must not see
	Checksum string          `json:"checksum"`
	Game     json.RawMessage `json:"game"`
}

// checksum returns the checksum of the game in a file. The game must be compact JSON.
func checksum(game []byte) string {
	sum := sha256.Sum256(game)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// writeTransfer returns the file of a game.
func writeTransfer(g *movedGame, links bool, now time.Time) ([]byte, error) {
	game, err := exactly(g)
	if err != nil {
		return nil, err
	}
	version := 1
	if links {
		version = TransferVersion
	}
	all, err := exactly(transferFile{TransferFormat, version, now, true, checksum(game), game})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, all, "", " "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// exactly encodes JSON, and leaves embedded JSON unchanged except for spaces.
func exactly(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// readTransfer parses the file of a game. The errors say what is wrong with it:
// another format, a newer version, or a truncated or changed file.
func readTransfer(data []byte) (*movedGame, time.Time, error) {
	if len(data) > MaxTransfer {
		return nil, time.Time{}, game.Refuse(game.TooLarge, message.New("The file is longer than {n} MB: no game is.", message.Number(MaxTransfer>>20)))
	}
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	d := json.NewDecoder(bytes.NewReader(data))
	err := d.Decode(&head)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, time.Time{}, game.Refuse(game.Invalid, message.New("The file of the game is cut off. Fetch it again."))
	case err != nil || head.Format != TransferFormat:
		return nil, time.Time{}, game.Refuse(game.Invalid, message.New("This is not the file of a game: {command} writes one.", message.Order("podesta export")))
	case head.Version > TransferVersion:
		return nil, time.Time{}, game.Refuse(game.Invalid, message.New("The file was written by a newer podesta: it has version {version}, and this one reads up to {most}. Update podesta first.", message.Number(head.Version), message.Number(TransferVersion)))
	case head.Version < 1:
		return nil, time.Time{}, damaged("it has no version")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, time.Time{}, damaged("there is something after its end")
	}
	var f transferFile
	if err := strictly(data, &f); err != nil {
		return nil, time.Time{}, damaged(err.Error())
	}
	var game bytes.Buffer
	if err := json.Compact(&game, f.Game); err != nil {
		return nil, time.Time{}, damaged(err.Error())
	}
	if checksum(game.Bytes()) != f.Checksum {
		return nil, time.Time{}, damaged("its checksum does not fit what it holds: something was changed or lost on the way")
	}
	g := &movedGame{}
	if err := strictly(game.Bytes(), g); err != nil {
		return nil, time.Time{}, damaged(err.Error())
	}
	return g, f.Written, nil
}

// strictly parses JSON, and returns an error for unknown members.
func strictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// damaged returns the error for a damaged file.
func damaged(why string) error {
	return game.Refuse(game.Invalid, message.New("The file of the game is damaged: {why}. Fetch it again; a game cannot be changed in its file.", message.Order(why)))
}
