package terminal

import (
	"errors"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// nobodys is the value of Config.Play for a game in which only computer players play.
const nobodys = "none"

// seatBots assigns a computer player to every power except those that the person plays. If no
// powers are named, the person plays the game's first power. Powers of one seat stay together.
func (s *Session) seatBots() error {
	if s.config.Bots == "" {
		if s.config.Play != "" {
			return errors.New("powers to play are chosen only where bots play the others; name a kind of bot as well")
		}
		return nil
	}
	var err error
	if s.player, err = bot.New(s.config.Bots); err != nil {
		return err
	}
	for _, name := range strings.Split(s.config.Play, ",") {
		name = strings.TrimSpace(name)
		if strings.EqualFold(name, nobodys) && s.config.Play == name {
			break
		}
		power, ok := machiavelli.Power(1), true
		for name == "" && s.pos.Setting.Absent.Has(power) {
			power++
		}
		if name != "" {
			power, ok = s.findPower(name)
		}
		if !ok {
			return errors.New(strings.TrimSuffix(s.noPower(name).String(), "."))
		}
		s.own |= bot.Alone(s.pos, power)
	}
	s.power = s.home()
	return nil
}

// botPlays reports whether a computer player writes orders for a power.
func (s *Session) botPlays(power machiavelli.Power) bool {
	return s.player != nil && power != machiavelli.Nobody && !s.own.Has(power)
}

// home returns the power of orders without a heading: the person's only power,
// or else Nobody.
func (s *Session) home() machiavelli.Power {
	for p := machiavelli.Power(1); int(p) < len(s.pos.Setting.Powers); p++ {
		if s.own == machiavelli.PowerSet(0).With(p) {
			return p
		}
	}
	return machiavelli.Nobody
}

// introduce prints who plays which power.
func (s *Session) introduce() {
	if s.player == nil {
		return
	}
	if s.own == 0 {
		s.say(message.New("Computer players ({kind}) play all powers.", message.Order(s.player.Name())))
		return
	}
	s.say(message.New("You play {powers}; computer players ({kind}) play the others.", s.ownPowers(), message.Order(s.player.Name())))
}

// ownPowers lists the powers that the person plays.
func (s *Session) ownPowers() message.List {
	var of []message.Power
	for p := machiavelli.Power(1); int(p) < len(s.pos.Setting.Powers); p++ {
		if s.own.Has(p) {
			of = append(of, s.tell.PowerOf(p))
		}
	}
	return message.ListOf(message.And, of)
}

// notYours refuses an order for a power that a computer player plays.
func (s *Session) notYours(power machiavelli.Power) message.Message {
	if s.own != 0 {
		return message.New("A computer player orders for {power}; you play {powers}.", s.tell.PowerOf(power), s.ownPowers())
	}
	return message.New("A computer player orders for {power}.", s.tell.PowerOf(power))
}

// botLines returns the orders of the computer players in the phase.
func (s *Session) botLines() []turn.Line {
	var lines []turn.Line
	for p := machiavelli.Power(1); int(p) < len(s.pos.Setting.Powers); p++ {
		if s.botPlays(p) && !s.pos.Eliminated.Has(p) && !s.pos.Setting.Absent.Has(p) {
			v := bot.Look(s.pos, &s.rules, bot.Alone(s.pos, p), "bots of "+s.config.Name+" "+s.config.Seed)
			lines = append(lines, s.player.Decide(v, p)...)
		}
	}
	return lines
}

// idle reports whether only computer players have orders to give in a retreat phase.
func (s *Session) idle() bool {
	if s.player == nil || s.pos.Victors != 0 || s.pos.Phase.Step != machiavelli.Retreats {
		return false
	}
	for i := range s.pos.Dislodged {
		if s.own.Has(s.pos.Dislodged[i].Unit.Owner) {
			return false
		}
	}
	return true
}
