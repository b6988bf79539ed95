package turn

// campaignSteps lists the steps of the movement phase and those of the end of
// the campaign, which follow if nobody must retreat.
var campaignSteps = append([]step{
	{"M0", freeze},
	{"M0", excommunicate},
	{"OPT-20", setAside},
	{"M0", giveChits},
	{"OPT-06", giveProvinces},
	{"OPT-07", tax},
	{"M1a", repay},
	{"M1b", pay},
	{"M1c", lend},
	{"M1d", collect},
	{"M2a", charge},
	{"M2b", validate},
	{"M2c", relieve},
	{"OPT-08", scorch},
	{"OPT-09", poison},
	{"M2d", incite},
	{"OPT-07", riseUp},
	{"M2e", bribe},
	{"CA1", adjudicateControl},
	{"CTRL-18", dropForeignRebellions},
	{"M3", attempt},
	{"M3b", tellExpenses},
	{"M4", paralyse},
	{"OPT-21", exchange},
	{"M5", bindConvoys},
	{"CA1b", adjudicateAfterDisbanding},
	{"OPT-15", planTravel},
	{"M6", move},
	{"OPT-15", dropTravel},
	{"CA2", adjudicateControl},
	{"M7", endRebellions},
	{"CA3", adjudicateControl},
	{"CTRL-18", dropForeignRebellions},
	{"M8", openRetreats},
	{"CA4", adjudicateControl},
}, endOfCampaign...)

// retreatSteps lists the steps of the retreat phase and of the end of the
// campaign.
var retreatSteps = append([]step{
	{"R1", collectRetreats},
	{"OPT-20", setAside},
	{"OPT-21", exchange},
	{"R2", retreat},
	{"CA4", adjudicateControl},
}, endOfCampaign...)

// endOfCampaign lists the steps that close every campaign, with or without
// retreats.
var endOfCampaign = []step{
	{"R3", endCityRebellions},
	{"OPT-15", travel},
	{"CA5", adjudicateControl},
	{"CTRL-18", dropForeignRebellions},
	{"E1", starve},
	{"E2", plague},
	{"OPT-09", breakOut},
	{"E3", stormAfterFall},
	{"CA6", adjudicateControl},
	{"CA7", settleFallControl},
	{"CTRL-18", dropForeignRebellions},
	{"E4", famine},
	{"E5", settleHomes},
	{"E6", seekVictory},
	{"W1", income},
	{"E7", closeCampaign},
}
