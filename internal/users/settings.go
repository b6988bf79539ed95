package users

import (
	"context"
	"slices"
	"strings"

	"podesta/internal/account"
	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

type zoneArgs struct {
	Zone string `arg:"zone" least:"1" most:"60" doc:"The time zone" ask:"the time zone"`
}

type languageArgs struct {
	Language string `arg:"language" least:"1" most:"40" doc:"The language" ask:"the language"`
}

type mailArgs struct {
	Kind string `arg:"kind" of:"broadcasts,due,waiting,resolved,message,vote,begins,comment,other,pictures,classic" doc:"The kind of e-mail"`
	On   bool   `arg:"on" doc:"You want it"`
}

type quietArgs struct {
	From  string `arg:"from,optional" doc:"When they begin" ask:"the beginning and the end"`
	Until string `arg:"until,optional" doc:"When they end" ask:"the beginning and the end"`
}

type dailyArgs struct {
	On   bool   `arg:"on" doc:"You want it"`
	Time string `arg:"time,optional" doc:"When it is sent"`
}

type openDataArgs struct {
	Agree bool `arg:"agree" doc:"Researchers may have your games"`
}

// mailKinds lists the kinds of optional e-mail, with the words for them in commands.
var mailKinds = []struct {
	kind, words string
	on, off     []string // synonyms for switching it on and off
	does, not   string
}{
	{"broadcasts", "BROADCAST", []string{"SET BROADCAST PRESS", "SET NORMAL BROADCAST"}, []string{"SET NO BROADCAST PRESS"}, "You get broadcasts of games in which you do not play.", ""},
	{"due", "REMINDERS", nil, nil, "You get reminders before deadlines, in all your games.", ""},
	{"waiting", "IDLE NOTICES", nil, nil, "You are notified from time to time that a game is still waiting: for players, for a new player, for its master, for the end of a pause.", ""},
	{"resolved", "RESULT LETTERS", nil, nil, "You get e-mail about results, rollbacks and corrections.", ""},
	{"message", "MESSAGE LETTERS", nil, nil, "You get messages from players by e-mail.", ""},
	{"vote", "VOTE LETTERS", nil, nil, "You get e-mail about votes and motions.", ""},
	{"begins", "GAME START LETTERS", nil, nil, "You get e-mail when a game begins.", ""},
	{"comment", "COMMENT LETTERS", nil, nil, "You get e-mail about comments on the phases of your games that are over.", ""},
	{"other", "OTHER LETTERS", nil, nil, "You get e-mail about everything else in your games.", "You get none of it. You are always told that you are late."},
	{"pictures", "FULL LETTERS", []string{"SET NO PLAIN LETTERS"}, []string{"SET NO FULL LETTERS"}, "E-mails have HTML, map and appointment.", "E-mails are plain text alone."},
	{"classic", "CLASSIC REPORTS", nil, nil, "Results come as the report of the old judges, in columns and in English.", "Results come in sentences, in your language."},
}

// mailForms returns the forms of the commands about kinds of e-mail.
func mailForms() []act.Form {
	var out []act.Form
	for _, k := range mailKinds {
		on, off := k.on, k.off
		if one, many := strings.CutSuffix(k.words, "S"); many {
			on, off = append([]string{"SET " + one}, on...), append([]string{"SET NO " + one}, off...)
		}
		not, without := k.not, "SET NO "+k.words
		if k.kind == "pictures" {
			without = "SET PLAIN LETTERS"
		}
		if not == "" {
			not = "You do not."
		}
		out = append(out,
			act.Form{Syntax: "SET " + k.words, Also: on, With: act.Values{"kind": k.kind, "on": true}, Does: k.does, Example: "SET " + k.words},
			act.Form{Syntax: without, Also: off, With: act.Values{"kind": k.kind, "on": false}, Does: not, Example: without})
	}
	return out
}

// settingCommands returns the settings of an account as e-mail commands. In the API they are a
// single operation, setMe.
func (u *Users) settingCommands() []act.Command {
	of := func(name, summary string, forms ...act.Form) act.Command {
		return act.Command{Name: name, Who: act.Account, Group: act.People, Summary: summary, Mail: forms}
	}
	return []act.Command{
		act.Of(of("set zone", "Your time zone", act.Form{
			Syntax: "SET ZONE zone", Also: []string{"SET TIME ZONE"}, Example: "SET ZONE Europe/Rome",
			Does: "Sets the time zone of dates that you write and of times that you read.",
		}), func(ctx context.Context, by act.Caller, a zoneArgs) (*act.Done, error) {
			return act.Saying(message.New("Your time zone is now {zone}: for the times you are shown, and for the dates you write.", message.Order(a.Zone))), u.SaveSettings(ctx, by.Account, account.Changes{Zone: &a.Zone})
		}),
		act.Of(of("set language", "The language of your e-mail and pages", act.Form{
			Syntax: "SET LANGUAGE language", Example: "SET LANGUAGE Italian",
			Does: "Sets the language of your e-mail and pages: English, Italian, Spanish or German. Commands and orders stay English.",
		}), func(ctx context.Context, by act.Caller, a languageArgs) (*act.Done, error) {
			all := by.Languages
			if all == nil {
				all = words.All()
			}
			c := words.Find(a.Language, all)
			if c == nil {
				var names []message.Name
				for _, l := range all {
					names = append(names, message.Name(l.Name))
				}
				return nil, game.Refuse(game.Invalid, message.New("There is no language {word}. There are: {names}.", game.Quoted(a.Language), message.ListOf(message.Commas, names)))
			}
			return act.Saying(message.New("Your e-mail and pages are in English from now on. Commands and orders are the same in every language.")), u.SetLanguage(ctx, by.Account, c.Tag)
		}),
		act.Of(of("set mail", "Which e-mail you get", mailForms()...), u.setMail),
		act.Of(of("set quiet hours", "When you are not notified", act.Form{
			Syntax: "SET QUIET HOURS from until", Example: "SET QUIET HOURS 22:00 07:30",
			Does: "Notifications, by e-mail or otherwise, wait for the end of these hours in your time zone, except those about a deadline that is not later than that.",
		}, act.Form{Syntax: "SET NO QUIET HOURS", Does: "Removes your quiet hours.", Example: "SET NO QUIET HOURS"}), func(ctx context.Context, by act.Caller, a quietArgs) (*act.Done, error) {
			return u.setNotices(ctx, by, func(n *account.Notices) { n.Hours.QuietFrom, n.Hours.QuietUntil = a.From, a.Until })
		}),
		act.Of(of("set daily letter", "One e-mail a day", act.Form{
			Syntax: "SET DAILY LETTER [time]", Also: []string{"SET DAILY LETTERS"}, With: act.Values{"on": true}, Example: "SET DAILY LETTER 18:00",
			Does: "You get one e-mail a day about all your games, at 18:00 unless you give a time. What is about a deadline that is not later than that still comes at once.",
		}, act.Form{
			Syntax: "SET NO DAILY LETTER", Also: []string{"SET NO DAILY LETTERS"}, With: act.Values{"on": false},
			Does: "You get e-mail about each event again.", Example: "SET NO DAILY LETTER",
		}), func(ctx context.Context, by act.Caller, a dailyArgs) (*act.Done, error) {
			return u.setNotices(ctx, by, func(n *account.Notices) {
				n.Mail.Daily = a.On
				if a.Time != "" {
					n.Hours.Daily = a.Time
				}
			})
		}),
		act.Of(of("set open data", "Whether researchers may have your games", act.Form{
			Syntax: "SET OPEN DATA", With: act.Values{"agree": true}, Example: "SET OPEN DATA",
			Does: "Researchers may have your public games when they are over: with all orders, payments and dice, but without messages, and with your name replaced. A game is given only if everyone who played in it agrees. People who find the game on this judge can still see there who played.",
		}, act.Form{
			Syntax: "SET NO OPEN DATA", With: act.Values{"agree": false}, Example: "SET NO OPEN DATA",
			Does: "Withdraws this for the future, but not from copies that were already given.",
		}), func(ctx context.Context, by act.Caller, a openDataArgs) (*act.Done, error) {
			said := message.New("Researchers may have your public games when they are over, if everyone who played in them agrees. Your name is replaced, and messages are left out.")
			if !a.Agree {
				said = message.New("Researchers get none of your games from now on. Copies that were already given cannot be called back.")
			}
			return act.Saying(said), u.SetOpenData(ctx, by.Account, a.Agree)
		}),
	}
}

// setMail changes whether the caller receives a kind of e-mail.
func (u *Users) setMail(ctx context.Context, by act.Caller, a mailArgs) (*act.Done, error) {
	switch a.Kind {
	case "broadcasts":
		return u.setWishes(ctx, by, func(w *account.Wishes) { w.NoBroadcasts = !a.On })
	case "pictures":
		return u.setWishes(ctx, by, func(w *account.Wishes) { w.Plain = !a.On })
	case "classic":
		return u.setWishes(ctx, by, func(w *account.Wishes) { w.Classic = a.On })
	}
	return u.setNotices(ctx, by, func(n *account.Notices) {
		n.Mail.Events = slices.DeleteFunc(n.Mail.Events, func(e game.Event) bool { return string(e) == a.Kind })
		if a.On {
			n.Mail.Events = append(n.Mail.Events, game.Event(a.Kind))
		}
	})
}

func (u *Users) setWishes(ctx context.Context, by act.Caller, change func(*account.Wishes)) (*act.Done, error) {
	w, err := u.WishesOf(ctx, by.Account)
	if err != nil {
		return nil, err
	}
	change(w)
	return act.Saying(w.Say()), u.SaveWishes(ctx, by.Account, *w)
}

func (u *Users) setNotices(ctx context.Context, by act.Caller, change func(*account.Notices)) (*act.Done, error) {
	w, err := u.WishesOf(ctx, by.Account)
	if err != nil {
		return nil, err
	}
	n := w.Notices()
	change(&n)
	if err := u.SaveNotices(ctx, by.Account, n); err != nil {
		return nil, err
	}
	if w, err = u.WishesOf(ctx, by.Account); err != nil {
		return nil, err
	}
	return act.Saying(w.Say()), nil
}
