package handbook

// chapter is a group of pages in the table of contents.
type chapter struct {
	title string
	pages []entry
}

// entry is a page: its name in URLs, its file, and its title in the table of contents.
type entry struct{ name, file, title string }

// Front is the name of the site's front page.
const Front = "index"

// contents lists all pages, in the order in which they are shown.
var contents = []chapter{
	{"", []entry{{Front, "README.md", "About podesta"}}},
	{"For players", []entry{
		{"players", "docs/players.md", "Playing"},
		{"learning", "docs/learning.md", "Learning, playing alone"},
		{"diplomacy", "docs/diplomacy.md", "If you know Diplomacy"},
		{"orders", "docs/orders.md", "Orders and money"},
		{"account", "docs/account.md", "Your account"},
		{"mail", "docs/mail.md", "By mail"},
		{"mail-commands", "docs/mail-commands.md", "Commands by mail"},
		{"deadlines", "docs/deadlines.md", "Deadlines"},
		{"rules", "docs/rules.md", "The rules"},
		{"maps", "docs/maps.md", "Maps"},
		{"terminal", "docs/terminal.md", "At the terminal"},
		{"client", "docs/client.md", "On a judge elsewhere"},
	}},
	{"For game masters", []entry{
		{"masters", "docs/masters.md", "Running a game"},
		{"master-tools", "docs/master-tools.md", "Corrections, dice, moving"},
		{"tournaments", "docs/tournaments.md", "Tournaments"},
		{"scenarios", "docs/scenarios.md", "Scenarios and boards"},
	}},
	{"For operators", []entry{
		{"operators", "docs/operators.md", "Running a judge"},
		{"configuration", "docs/configuration.md", "Configuration"},
		{"upkeep", "docs/upkeep.md", "Keeping it running"},
		{"people", "docs/people.md", "People"},
		{"security", "docs/security.md", "Security"},
		{"vulnerabilities", "SECURITY.md", "Reporting vulnerabilities"},
	}},
	{"For programmers", []entry{
		{"api", "docs/api.md", "The API"},
		{"agents", "docs/agents.md", "Playing with an agent"},
		{"developers", "docs/developers.md", "The Go packages"},
		{"arena", "docs/arena.md", "The arena"},
		{"principe", "docs/principe.md", "The strongest computer player"},
		{"interchange", "docs/interchange.md", "Positions in, results out"},
		{"environment", "docs/environment.md", "Programs that learn"},
		{"open-data", "docs/open-data.md", "Open data"},
		{"transfer-format", "docs/transfer-format.md", "The file of a game"},
		{"testing", "docs/testing.md", "Testing podesta"},
		{"architecture", "ARCHITECTURE.md", "Architecture"},
		{"contributing", "CONTRIBUTING.md", "Contributing"},
		{"conduct", "CODE_OF_CONDUCT.md", "Code of conduct"},
	}},
	{"For translators", []entry{
		{"translators", "docs/translators.md", "Translating"},
	}},
	{"For the curious", []entry{
		{"adjudication", "docs/adjudication.md", "How movement is decided"},
		{"rulings", "docs/rulings.md", "Rulings"},
		{"benchmarks", "docs/benchmarks.md", "Benchmarks"},
		{"changelog", "CHANGELOG.md", "Changelog"},
	}},
}
