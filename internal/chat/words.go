package chat

import (
	"slices"
	"strings"
	"unicode/utf8"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// readLines returns the lines of a message as commands and orders, without empty lines and
// without the syntax of commands in chats ("/orders@bot").
func readLines(text string) []string {
	var out []string
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r", "\n"), "\n") {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "/"); ok {
			word, more, _ := strings.Cut(rest, " ")
			word, _, _ = strings.Cut(word, "@")
			line = strings.TrimSpace(strings.ToUpper(word) + " " + strings.TrimSpace(more))
		}
		if line != "" {
			out = append(out, line)
		}
	}
	return out
}

// firstWord returns the first word of a line in capitals, and the rest.
func firstWord(line string) (word, rest string) {
	word, rest, _ = strings.Cut(line, " ")
	return strings.ToUpper(word), strings.TrimSpace(rest)
}

func firstVerb(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	verb, _ := firstWord(lines[0])
	return verb
}

func joined(lines []string) string { return strings.Join(lines, "\n") }

// needsNone are the commands that do not concern a game, or contain its name.
var needsNone = map[string]bool{
	"HELP": true, "GET": true, "LIST": true, "VERSION": true, "HISTORY": true, "WHOIS": true, "INFO": true, "SIGNON": true, "OBSERVE": true, "SUMMARY": true, "STATUS": true,
}

// help says what can be written in a chat.
func help() []message.Message {
	return []message.Message{
		message.New("Write orders and commands here, each on a line of its own, as in an e-mail:"),
		message.New("{order}: an order", message.Order("A MIL - PAV")),
		message.New("{command}: your orders, and what is missing", message.Order("ORDERS")),
		message.New("{command}: your orders are final", message.Order("READY")),
		message.New("{command}: how the game stands", message.Order("STATUS")),
		message.New("{command}: the map as a picture", message.Order("MAP")),
		message.New("{command}, your message, {end}: a message to Florence and Venice", message.Order("PRESS TO FV"), message.Order("ENDPRESS")),
		message.New("{command}: your games; with a name after it, the game that this chat is about", message.Order("GAME")),
		message.New("{command}: all commands", message.Order("HELP syntax")),
	}
}

// named reports whether the game has the given name or ID.
func named(g *game.Game, name string) bool {
	return account.Fold(g.Name) == account.Fold(name) || strings.EqualFold(g.ID, name)
}

// choose returns the game with a name, and a text for the person. Without a name, it only
// returns a text that lists the games.
func choose(games []*game.Game, name string) (*game.Game, message.Message) {
	if name == "" {
		return nil, which(games)
	}
	if i := slices.IndexFunc(games, func(g *game.Game) bool { return named(g, name) }); i >= 0 {
		return games[i], message.New("This chat is now about {game}.", message.Name(games[i].Name))
	}
	return nil, message.New("You play in no game called {name}. {which}", message.Name(name), which(games))
}

// which asks the person which game they mean.
func which(games []*game.Game) message.Message {
	if len(games) == 0 {
		return message.New("You play in no game at the moment.")
	}
	var names []message.Name
	for _, g := range games {
		names = append(names, message.Name(g.Name))
	}
	return message.New("Your games: {games}. Write {command} and the name of the game above your commands, or answer a message about it.", message.ListOf(message.Commas, names), message.Order("GAME"))
}

// about returns the game that a message is about: the game of the message to which it replies,
// the game chosen in the chat, or the person's only game.
func about(games []*game.Game, answered, chosen string) *game.Game {
	first, _, _ := strings.Cut(answered, "\n")
	for _, g := range games {
		if answered != "" && (strings.Contains(answered, "/g/"+g.ID) || strings.HasPrefix(first, g.Name+":") || strings.HasPrefix(first, ":: "+g.Name+",")) {
			return g
		}
	}
	for _, g := range games {
		if g.ID == chosen {
			return g
		}
	}
	if len(games) == 1 {
		return games[0]
	}
	return nil
}

// split divides a text into messages of a maximum number of characters, between lines where
// possible.
func split(text string, most int) []string {
	var out []string
	text = strings.TrimSpace(text)
	for utf8.RuneCountInString(text) > most {
		runes := []rune(text)
		head := string(runes[:most])
		if i := strings.LastIndexByte(head, '\n'); i > len(head)/2 {
			head = head[:i]
		}
		out = append(out, head)
		text = strings.TrimLeft(text[len(head):], "\n")
	}
	if text != "" {
		out = append(out, text)
	}
	return out
}
