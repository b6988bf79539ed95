package game

import "time"

// Skill is the skill of an account: the mean and the standard deviation of the distribution of
// its skill. They are whole millionths in the store.
type Skill struct {
	Account string
	Edition string // edition of the rules: a preset; empty for all of them
	Program bool   // whether the account was a program
	Mu      float64
	Sigma   float64
	Games   int
	Shown   int // the number that people see, and by which ladders are ordered
}

// Shift is how a game has changed a skill.
type Shift struct {
	Mu    float64 // added to the mean
	Sigma float64 // factor for the deviation; 0 if the skill has not been computed
}

// Contest is the place of an account in a finished game that counts for skill.
type Contest struct {
	Game, Account string
	Edition       string // edition of the rules: a preset
	Program       bool   // whether the account was a program
	Place         int    // its place, from 1; equal for those who are tied
	Ended         time.Time
	All, Own      Shift // changes of the skill in all editions, and of the one in this edition
	// Before and After are the numbers that people saw for the skill in all editions. Both are
	// 0 if an older version has recorded the contest.
	Before, After int
}

// LadderQuery selects rows of a ladder.
type LadderQuery struct {
	Edition  string // empty for the ladder of all editions
	Program  bool   // whether to select the ladder of programs instead of that of people
	MinGames int
	Skip     int
	Limit    int // 0 means all
}

// LadderRow is a row of a ladder.
type LadderRow struct {
	Skill
	Name string
}

// SkillTx lists the methods of a transaction for skill ratings.
type SkillTx interface {
	// SaveContests replaces the contests of a game.
	SaveContests(game string, list []Contest) error
	Contests(game string) ([]Contest, error) // sorted by place
	// AllContests lists the contests of all games, by the end of the game.
	AllContests() ([]Contest, error)
	SaveSkill(s Skill) error // adds or replaces it
	// DropSkill removes a skill, if it exists.
	DropSkill(account, edition string, program bool) error
	// Skills lists the skills of an account, first the one in all editions.
	Skills(account string) ([]Skill, error)
	AllSkills() ([]Skill, error)
	// Ladder returns the rows of a ladder, the best first. It leaves out accounts that are
	// private, closed, not verified, or now of the other kind (person or program).
	Ladder(q LadderQuery) ([]LadderRow, error)
	// SkillEditions lists the editions in which anyone has a skill.
	SkillEditions() ([]string, error)
}
