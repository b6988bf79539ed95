package main

import (
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"strings"
)

// extract returns the prose of a file as Markdown in which every line has the
// number that it has in the file; lines without prose are empty. It reports
// whether a file of this kind holds prose.
func extract(name string, text []byte) ([]byte, bool) {
	lines := make([]string, strings.Count(string(text), "\n")+1)
	switch kind(name, text) {
	case ".md", "help":
		return text, true
	case ".go":
		goComments(text, lines)
	case ".ts":
		scriptComments(string(text), lines)
	case ".css":
		styleComments(string(text), lines)
	case ".po":
		messages(string(text), lines)
	case ".py":
		hashComments(string(text), lines)
		docStrings(string(text), lines)
	case ".sh", ".yaml", ".yml", ".toml", ".conf", ".cf", ".service", "Makefile", "Caddyfile", "Containerfile":
		hashComments(string(text), lines)
	default:
		return nil, false
	}
	return []byte(strings.Join(lines, "\n") + "\n"), true
}

// kind returns the ending of a file's name, its name if it has no ending, ".sh" for shell
// scripts, or "help" for texts in folders of that name.
func kind(name string, text []byte) string {
	if path.Base(path.Dir(name)) == "help" && path.Ext(name) == ".txt" {
		return "help"
	}
	if ext := path.Ext(path.Base(name)); ext != "" {
		return ext
	}
	if first, _, _ := strings.Cut(string(text), "\n"); strings.HasPrefix(first, "#!") && strings.HasSuffix(first, "sh") {
		return ".sh"
	}
	return path.Base(name)
}

// hashComment matches a comment that begins with "#". The text before it on its line has no
// quotation marks, so that the comment cannot be inside a string.
var hashComment = regexp.MustCompile(`^(|[^"'` + "`" + `]*[ \t])(##?) +(.*)$`)

// hashComments puts comments that begin with "#" into lines.
func hashComments(text string, lines []string) {
	for i, l := range strings.Split(text, "\n") {
		m := hashComment.FindStringSubmatch(l)
		switch {
		case m == nil:
		case strings.TrimSpace(m[1]) == "":
			lines[i] = prose(m[3])
		default:
			lines[i] = prose(m[3]) + "."
		}
	}
}

// docString matches the texts in triple quotation marks that begin a line.
var docString = regexp.MustCompile(`(?ms)^([ \t]*)[rR]?"""(.*?)"""`)

// docStrings puts the documentation of a Python file into lines. Examples keep
// their indentation, which makes them code in Markdown.
func docStrings(text string, lines []string) {
	for _, at := range docString.FindAllStringSubmatchIndex(text, -1) {
		indent, line := text[at[2]:at[3]], strings.Count(text[:at[4]], "\n")
		for i, l := range strings.Split(text[at[4]:at[5]], "\n") {
			l = strings.TrimPrefix(l, indent)
			lines[line+i] = quotation.ReplaceAllString(l, "`…`")
		}
	}
}

// goComments puts the comments of a Go file into lines.
func goComments(text []byte, lines []string) {
	var s scanner.Scanner
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(text))
	s.Init(file, text, nil, scanner.ScanComments)
	code := 0  // the last line with code before the comment
	last := 0  // the last line of a comment
	doc := 0   // the first line of the comment before the code, or 0
	after := 0 // number of identifiers since that comment
	for {
		pos, tok, lit := s.Scan()
		line := file.Line(pos)
		switch tok {
		case token.EOF:
			return
		case token.COMMENT:
			putComment(lines, line, lit, line == code)
			if line == code {
				doc = 0
			} else if line > last+1 || doc == 0 {
				doc, after = line, 0
			}
			last = line
		default:
			// The name of what a comment documents is not prose. It is among the
			// first identifiers after the comment, after the receiver of a method.
			if tok == token.IDENT && doc > 0 {
				if rest, ok := strings.CutPrefix(lines[doc-1], lit+" "); ok {
					lines[doc-1] = "`" + lit + "` " + rest
				}
				if after++; after > 3 {
					doc = 0
				}
			}
			if tok != token.SEMICOLON || lit != "\n" {
				code = line + strings.Count(lit, "\n")
			}
		}
	}
}

// quotation matches examples of texts in a comment.
var quotation = regexp.MustCompile(`"[^"]*"`)

// prose returns a line of a comment without examples of texts.
func prose(line string) string {
	return quotation.ReplaceAllString(strings.TrimSpace(line), "`…`")
}

// putComment puts a comment that begins in a line, counted from 1, into lines.
// Comments behind code are paragraphs of their own: they end with a full stop,
// so that no phrase reaches from one to the next.
func putComment(lines []string, line int, comment string, behindCode bool) {
	block := strings.HasPrefix(comment, "/*")
	if block {
		comment = strings.TrimSuffix(strings.TrimPrefix(comment, "/*"), "*/")
	}
	for i, l := range strings.Split(comment, "\n") {
		if block {
			l = strings.TrimLeft(strings.TrimSpace(l), "*")
		} else {
			l = strings.TrimPrefix(l, "//")
		}
		if !block && !strings.HasPrefix(l, " ") {
			continue // a directive, an example, or an empty line
		}
		l = prose(l)
		if behindCode && l != "" {
			l += "."
		}
		lines[line-1+i] = l
	}
}

// styleComment matches a comment of a style sheet.
var styleComment = regexp.MustCompile(`(?s)/\*.*?\*/`)

// styleComments puts the comments of a style sheet into lines.
func styleComments(text string, lines []string) {
	for _, at := range styleComment.FindAllStringIndex(text, -1) {
		before := text[:at[0]]
		start := strings.LastIndex(before, "\n") + 1
		putComment(lines, strings.Count(before, "\n")+1, text[at[0]:at[1]], strings.TrimSpace(before[start:]) != "")
	}
}

// scriptComments puts the comments of a TypeScript file into lines.
func scriptComments(text string, lines []string) {
	line := 1
	last := byte('\n') // the last character of code that is not a blank
	code := 0
	for i := 0; i < len(text); {
		rest := text[i:]
		n := 1
		switch c := text[i]; {
		case c == '\n':
			line++
			i++
			continue
		case strings.HasPrefix(rest, "//"):
			n = until(rest, "\n", 0)
			putComment(lines, line, rest[:n], line == code)
			i += n
			continue
		case strings.HasPrefix(rest, "/*"):
			n = until(rest, "*/", 2)
			putComment(lines, line, rest[:n], line == code)
			line += strings.Count(rest[:n], "\n")
			i += n
			continue
		case c == '\'' || c == '"' || c == '`':
			n = quoted(rest, c)
		case c == '/' && strings.IndexByte("\n(,=:[!&|?{};>", last) >= 0:
			n = quoted(rest, c) // a regular expression
		}
		if text[i] != ' ' && text[i] != '\t' {
			last = text[i+n-1]
			line += strings.Count(rest[:n], "\n")
			code = line
		}
		i += n
	}
}

// until returns the length of text up to the end of the first mark at or after
// from. A mark that is a line's end does not count.
func until(text, mark string, from int) int {
	i := strings.Index(text[from:], mark)
	switch {
	case i < 0:
		return len(text)
	case mark == "\n":
		return from + i
	}
	return from + i + len(mark)
}

// quoted returns the length of the literal at the beginning of text, which ends
// with the quote that it begins with.
func quoted(text string, quote byte) int {
	class := false // inside the brackets of a regular expression
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '\n' && quote != '`':
			return i
		case quote == '/' && c == '[':
			class = true
		case quote == '/' && c == ']':
			class = false
		case c == quote && !class:
			return i + 1
		}
	}
	return len(text)
}

// messages puts the texts to be translated (msgid, msgid_plural) and the
// comments for translators of a catalogue into lines.
func messages(text string, lines []string) {
	in := false
	for i, l := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(l, "msgid"):
			in = true
			_, l, _ = strings.Cut(l, " ")
		case strings.HasPrefix(l, "#. "):
			lines[i] = strings.TrimPrefix(l, "#. ")
			continue
		case !strings.HasPrefix(l, `"`):
			in = false
		}
		if in {
			l = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(l), `"`), `"`)
			lines[i] = strings.NewReplacer(`\"`, `"`, `\n`, " ", `\\`, `\`).Replace(l)
		}
	}
}
