package game

import "time"

// Skill is what an account has reached: the mean and the standard deviation of
// the distribution of its skill. They are whole millionths in the store.
type Skill struct {
	Account string
	Edition string // of the rules: a preset; empty: all of them
	Program bool   // the account was a program
	Mu      float64
	Sigma   float64
	Games   int
	Shown   int // the number that people see, and by which ladders are ordered
}

// Shift is what a game has changed of a skill.
type Shift struct {
	Mu    float64 // added
	Sigma float64 // factor; 0: the skill has not been computed
}

// Contest is the place of an account in a finished game that counts for skill.
type Contest struct {
	Game, Account string
	Edition       string // of the rules: a preset
	Program       bool   // the account was a program
	Place         int    // from 1; equal for those who are tied
	Ended         time.Time
	All, Own      Shift // of the skill in all editions, and in this one
	// Before and After are the numbers that people saw of the skill in all
	// editions. Both are 0 if an older version has recorded the contest.
	Before, After int
}

// LadderQuery selects rows of a ladder.
type LadderQuery struct {
	Edition  string // empty: all of them
	Program  bool   // the ladder of programs; otherwise that of people
	MinGames int
	Skip     int
	Limit    int // 0: all
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
	Contests(game string) ([]Contest, error) // by place
	// AllContests lists the contests of all games, by the end of the game.
	AllContests() ([]Contest, error)
	SaveSkill(s Skill) error // adds or replaces it
	// DropSkill removes a skill, if it exists.
	DropSkill(account, edition string, program bool) error
	// Skills lists the skills of an account, that in all editions first.
	Skills(account string) ([]Skill, error)
	AllSkills() ([]Skill, error)
	// Ladder returns the rows of a ladder, the best first. It leaves out
	// accounts that are private, closed, not verified, or now of the other kind.
	Ladder(q LadderQuery) ([]LadderRow, error)
	// SkillEditions lists the editions in which anyone has a skill.
	SkillEditions() ([]string, error)
}
