package turn

import "podesta/machiavelli"

// campaignSteps is the movement phase (section 4.1 of the rules), with the end
// of the campaign behind it for campaigns in which nobody must retreat.
var campaignSteps = append([]step{
	{"M0", freeze},
	{"M1", openAccounts},
	{"CA1", adjudicateControl},
	{"CTRL-18", dropForeignRebellions},
	{"CA1b", adjudicateAfterDisbanding},
	{"M6", move},
	{"CA2", adjudicateControl},
	{"M7", endRebellions},
	{"CA3", adjudicateControl},
	{"CTRL-18", dropForeignRebellions},
	{"M8", openRetreats},
}, endOfCampaign...)

// retreatSteps is the retreat phase (section 4.2).
var retreatSteps = append([]step{
	{"R1", collectRetreats},
	{"R2", retreat},
	{"CA4", adjudicateControl},
}, endOfCampaign...)

// endOfCampaign is what closes every campaign: the end of the retreat phase,
// which takes place without retreats too, and section 4.3.
var endOfCampaign = []step{
	{"R3", endCityRebellions},
	{"CA5", adjudicateControl},
	{"E1", starve},
	{"E2", disasters},
	{"CA6-CA7", settleSeason},
	{"E5", settleHomes},
	{"E6", seekVictory},
	{"E7", closeCampaign},
}

// openAccounts is M1: a loan that falls due needs the bank (LOAN-09).
func openAccounts(s *state) error {
	if !s.rules.Money {
		return nil
	}
	for _, l := range s.pos.Loans {
		if l.Season == s.pos.Phase.Season && l.Year == s.pos.Phase.Year {
			return ErrMoneyStage
		}
	}
	return nil
}

// disasters is E2 to E4: the plague between spring and summer (PLAGUE-01),
// storms and famine after fall (STORM-01, FAM-01).
func disasters(s *state) error {
	r := s.rules
	switch s.pos.Phase.Season {
	case machiavelli.Spring:
		if r.Plague && r.SeasonsPerYear == 3 {
			return ErrMoneyStage
		}
	case machiavelli.Fall:
		if r.Money || r.Famine || r.Storms {
			return ErrMoneyStage
		}
	}
	return nil
}

// settleSeason is CA6 after spring and CA7 after fall.
func settleSeason(s *state) error {
	switch s.pos.Phase.Season {
	case machiavelli.Spring:
		adjudicateControl(s)
	case machiavelli.Fall:
		settleFallControl(s)
	default:
		return nil
	}
	return dropForeignRebellions(s)
}
