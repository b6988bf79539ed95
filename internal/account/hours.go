package account

import (
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Hours holds when a person is notified. They are part of Account.Wishes, and the times of day are
// in the account's zone.
type Hours struct {
	QuietFrom  string `json:"quietFrom,omitempty"` // when quiet hours begin, such as "22:00"; empty if there are none
	QuietUntil string `json:"quietUntil,omitempty"`
	Daily      string `json:"daily,omitempty"` // when the daily message is sent; empty for UsualDaily
}

// UsualDaily is when the daily message is sent, unless its reader chooses another time.
const UsualDaily = "18:00"

// timeOfDay parses a time of day such as "22:00".
func timeOfDay(text string) (hour, minute int, err error) {
	t, err := time.Parse("15:04", text)
	if err != nil {
		return 0, 0, game.Refuse(game.Invalid, message.New("The time {text} cannot be read. Write it as {example}.", game.Quoted(text), message.Order("22:30")))
	}
	return t.Hour(), t.Minute(), nil
}

// Check returns an error if the hours are invalid.
func (h Hours) Check() error {
	if (h.QuietFrom == "") != (h.QuietUntil == "") {
		return game.Refuse(game.Invalid, message.New("Quiet hours need a beginning and an end, such as {from} and {until}.", message.Order("22:00"), message.Order("07:30")))
	}
	for _, text := range []string{h.QuietFrom, h.QuietUntil, h.Daily} {
		if text == "" {
			continue
		}
		if _, _, err := timeOfDay(text); err != nil {
			return err
		}
	}
	if h.QuietFrom != "" && h.QuietFrom == h.QuietUntil {
		return game.Refuse(game.Invalid, message.New("Quiet hours must end at another time than they begin. Leave both empty to have none."))
	}
	return nil
}

// next returns the first time after now at the given time of day.
func next(now time.Time, text string) (time.Time, error) {
	hour, minute, err := timeOfDay(text)
	if err != nil {
		return time.Time{}, err
	}
	y, m, d := now.Date()
	for days := 0; ; days++ {
		if t := time.Date(y, m, d+days, hour, minute, 0, 0, now.Location()); t.After(now) {
			return t, nil
		}
	}
}

// Until returns the time until which a message waits, or the zero time if it is sent at once.
// daily says that everything that can wait is sent once a day. due is the deadline that the
// message is about, or zero: a message that would arrive too late for its deadline never waits.
// now must be in the zone of the person.
func (h Hours) Until(now time.Time, daily bool, due time.Time) (time.Time, error) {
	var until time.Time
	var err error
	switch {
	case daily:
		at := h.Daily
		if at == "" {
			at = UsualDaily
		}
		until, err = next(now, at)
	case h.QuietFrom != "":
		var from time.Time
		if until, err = next(now, h.QuietUntil); err == nil {
			from, err = next(now, h.QuietFrom)
		}
		if !from.After(until) { // the quiet hours have not begun yet
			until = time.Time{}
		}
	}
	if err != nil || !due.IsZero() && !due.After(until) {
		return time.Time{}, err
	}
	return until, nil
}
