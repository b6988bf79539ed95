package game

import "time"

// Skill is the skill rating of an account: the mean and the standard deviation of a normal
// distribution. The store keeps them in millionths, as integers.
type Skill struct {
	Account string
	Edition string // edition of the rules: a preset; empty for all of them
	Program bool   // whether the account was a program
	Mu      float64
	Sigma   float64
	Games   int
	Shown   int // the displayed number, by which ladders are ordered
}

// Shift is the change of a skill by a game.
type Shift struct {
	Mu    float64 // added to the mean
	Sigma float64 // factor for the deviation; 0 if the skill has not been computed
}

// Contest is the result of an account in a finished game that counts for skill.
type Contest struct {
	Game, Account string
	Edition       string // edition of the rules: a preset
	Program       bool   // whether the account was a program
	Place         int    // its place, from 1; equal for those who are tied
	Ended         time.Time
	All, Own      Shift // changes of the skill in all editions and of the skill in this edition
	// Before and After are the displayed numbers of the skill in all editions. Both are 0 if an
	// older version has recorded the contest.
	Before, After int
}

// LadderQuery selects rows of a ladder.
type LadderQuery struct {
	Edition  string // empty for the ladder of all editions
	Program  bool   // whether to select the ladder of programs instead of people
	MinGames int
	Skip     int
	Limit    int // 0 means all
}

// LadderRow is a row of a ladder.
type LadderRow struct {
	Skill
	Name string
}

// SkillTx reads and writes skill ratings in a transaction.
type SkillTx interface {
	// SaveContests replaces the contests of a game.
	SaveContests(game string, list []Contest) error
	Contests(game string) ([]Contest, error) // sorted by place
	// AllContests lists the contests of all games, in the order in which the games ended.
	AllContests() ([]Contest, error)
	SaveSkill(s Skill) error // adds or replaces it
	// DropSkill removes a skill, if it exists.
	DropSkill(account, edition string, program bool) error
	// Skills lists the skills of an account; the skill in all editions is first.
	Skills(account string) ([]Skill, error)
	AllSkills() ([]Skill, error)
	// Ladder returns the rows of a ladder, the best first. It leaves out accounts that are
	// private, closed, not verified, or now of the other kind (person or program).
	Ladder(q LadderQuery) ([]LadderRow, error)
	// SkillEditions lists the editions in which anyone has a skill.
	SkillEditions() ([]string, error)
}
