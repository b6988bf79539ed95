package account

import (
	"bufio"
	"crypto/sha1"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

//go:embed passwords.txt
var usualPasswords string

// usual holds the common passwords that are built into the program.
var usual = sync.OnceValue(func() map[[sha1.Size]byte]struct{} {
	all, err := readPasswords(strings.NewReader(usualPasswords))
	if err != nil {
		panic(err)
	}
	return all
})

// tooCommon reports whether a password, as written or in lower case, is one of those
// that attackers try first.
func (s *Service) tooCommon(password string) bool {
	for _, p := range []string{password, strings.ToLower(password)} {
		sum := sha1.Sum([]byte(p))
		if _, ok := usual()[sum]; ok {
			return true
		}
		if _, ok := s.common[sum]; ok {
			return true
		}
	}
	return false
}

// readPasswords reads a list of passwords as SHA-1 hashes, the form in which large lists of
// stolen passwords are published.
func readPasswords(r io.Reader) (map[[sha1.Size]byte]struct{}, error) {
	all := map[[sha1.Size]byte]struct{}{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), "\r")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if !utf8.ValidString(line) {
			return nil, fmt.Errorf("line %d is not UTF-8", n)
		}
		sum := [sha1.Size]byte{}
		head, _, _ := strings.Cut(line, ":")
		if b, err := hex.DecodeString(head); err == nil && len(b) == len(sum) {
			copy(sum[:], b)
		} else {
			if utf8.RuneCountInString(line) < shortestPassword {
				continue // too short to be accepted anyway
			}
			sum = sha1.Sum([]byte(plainPassword(line)))
		}
		all[sum] = struct{}{}
	}
	return all, lines.Err()
}

// easyWords are common parts of weak passwords. What remains without them must
// be long enough.
var easyWords = []string{
	"administrator", "machiavelli", "contrasena", "motdepasse", "diplomacy", "password", "passwort", "passw", "kennwort", "iloveyou",
	"welcome", "letmein", "podesta", "qwerty", "azerty", "qwertz", "secret", "monkey", "dragon", "master", "admin", "login", "judge",
}

// keyRows are rows of keys on keyboards, of letters and of digits.
var keyRows = []string{
	"abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm", "!@#$%^&*()",
}

// runs reports whether two characters are equal, or are neighbours on a keyboard, in the alphabet
// or among digits, in either direction.
func runs(a, b byte) bool {
	if a == b {
		return true
	}
	for _, row := range keyRows {
		for i := 1; i < len(row); i++ {
			if row[i-1] == a && row[i] == b || row[i-1] == b && row[i] == a {
				return true
			}
		}
	}
	return false
}

// mostlyRuns reports whether a password consists mostly of sequences and
// repetitions.
func mostlyRuns(low string) bool {
	steps := 0
	for i := 1; i < len(low); i++ {
		if runs(low[i-1], low[i]) {
			steps++
		}
	}
	if steps*3 >= (len(low)-1)*2 {
		return true
	}
	const longestUnit = 6
	for n := 1; n <= longestUnit && 2*n <= len(low); n++ {
		if strings.HasPrefix(strings.Repeat(low[:n], len(low)/n+1), low) {
			return true
		}
	}
	return false
}

// leet replaces digits and symbols that stand for letters.
var leet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i")

// remainder returns the letters of a password that remain without digits and signs at its ends, the
// easy words and the words in avoid.
func remainder(low string, avoid []string) string {
	low = strings.TrimFunc(low, func(r rune) bool { return !unicode.IsLetter(r) && r != '@' && r != '$' })
	low = letters(leet.Replace(low))
	for _, w := range avoid {
		for _, part := range append(strings.FieldsFunc(strings.ToLower(w), func(r rune) bool { return !unicode.IsLetter(r) }), w) {
			if part = letters(strings.ToLower(part)); utf8.RuneCountInString(part) > 2 {
				low = strings.ReplaceAll(low, part, "")
			}
		}
	}
	for _, w := range easyWords {
		low = strings.ReplaceAll(low, w, "")
	}
	return low
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}

// CheckPassword returns an error if a new password is too short or too long, is in a list of common
// ones, follows the keyboard, or consists of words that are easily guessed. avoid holds words that
// it must not consist of: the account's name and address. The error code is "invalid".
func (s *Service) CheckPassword(password string, avoid ...string) error {
	plain := plainPassword(password)
	low := strings.ToLower(plain)
	switch n := utf8.RuneCountInString(plain); {
	case n < shortestPassword:
		return game.Refuse(game.Invalid, message.New("A password needs at least {n} characters. Three or four words in a row are easy to remember.", message.Number(shortestPassword)))
	case len(plain) > longestPassword:
		return game.Refuse(game.Invalid, message.New("The password is longer than {n} bytes; choose a shorter one.", message.Number(longestPassword)))
	// also reached if it is not UTF-8
	case strings.ContainsRune(plain, utf8.RuneError) || strings.ContainsFunc(plain, unicode.IsControl):
		return game.Refuse(game.Invalid, message.New("The password contains characters that cannot be typed everywhere. Use letters, digits, spaces and punctuation."))
	case mostlyRuns(low):
		return game.Refuse(game.Invalid, message.New("The password repeats itself or follows the keyboard, which is easy to guess. Three or four words in a row are better."))
	case s.tooCommon(plain):
		return game.Refuse(game.Invalid, message.New("This password is in lists of stolen passwords, which attackers try first. Choose one that is harder to guess."))
	}
	if strings.ContainsFunc(low, unicode.IsLetter) && utf8.RuneCountInString(remainder(low, avoid)) < 4 {
		return game.Refuse(game.Invalid, message.New("The password is built from words that others would try first: your name or address, the judge, the game, or {word}. Choose one that is harder to guess.", message.Order(`"password"`)))
	}
	return nil
}
