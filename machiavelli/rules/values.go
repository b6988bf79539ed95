package rules

// The values of FortressUse.
const (
	FortressesByScenario FortressUse = iota
	FortressesOn
	FortressesOff
)

// The values of SpecialLimits.
const (
	NoSpecialLimits SpecialLimits = iota
	SpecialLimits1995
)

// The values of ChitSupply.
const (
	OneChitPerRival ChitSupply = iota
	RandomChits
	UnlimitedChits
)

// The values of Visibility.
const (
	TreasuriesOpen Visibility = iota
	TreasuriesHidden
)

// The values of QuitPolicy.
const (
	QuitAutonomousGarrisons QuitPolicy = iota
	QuitCivilDisorder
)

// The values of UnitLimits.
const (
	NoUnitLimit UnitLimits = iota
	CounterMix
)

// The values of SeveralPowers.
const (
	SeparatePowers SeveralPowers = iota
	OnePower
)

// The values of RouteModel.
const (
	RouteImplicit RouteModel = iota // any unbroken chain of fleets is enough
	RouteExplicit                   // the army's order lists every link
)

// The values of ConvoyParadox.
const (
	JudgeStaged ConvoyParadox = iota
	OnlyIfDislodges
	Szykman
)

// The values of SwapPolicy.
const (
	SwapEitherConvoyed SwapPolicy = iota
	SwapBothConvoyed
	SwapNever
)

// The values of SupportModel.
const (
	SupportUnitAction SupportModel = iota
	SupportPowerInSpace
)

// The values of SupportCoastRule.
const (
	SupportSameCoast SupportCoastRule = iota
	SupportAnyCoast
)

// The values of EliteCut.
const (
	CutWhole EliteCut = iota
	CutPointwise
)

// The values of ConversionModel.
const (
	SeparateSpace ConversionModel = iota
	ConvertInPlace
)

// The values of BesiegedPolicy.
const (
	BesiegedNever BesiegedPolicy = iota
	BesiegedAsAttack
)

// The values of IntoCityPolicy.
const (
	IntoCityLastResort IntoCityPolicy = iota
	IntoCityAlways
)

// The values of UnorderedRetreat.
const (
	UnorderedDisband UnorderedRetreat = iota
	JudgePicks
)

// The values of StraitSet.
const (
	PiombinoAndMessina StraitSet = iota
	MessinaOnly
	NoStraits
)

// The values of VeniceModel.
const (
	VeniceSingleSpace VeniceModel = iota
	VeniceSeaWithCity
)

// The values of MultiCoast.
const (
	MultiCoastAny MultiCoast = iota
	MultiCoastAnchored
	MultiCoastSingleAnchor
)

// The values of ControlTiming.
const (
	ControlConstant ControlTiming = iota
	ControlFall
)

// The values of SplitControl.
const (
	SplitNobody SplitControl = iota
	SplitIncomeOnly
	SplitSeparate
)

// The values of HomeLoss.
const (
	LostWhenAllLost HomeLoss = iota
	LostOnlyByConquest
)

// The values of MultiHomeLoss.
const (
	MultiHomeNoCities MultiHomeLoss = iota
	MultiHomeNoProvinces
)

// The values of EliminationNeeds.
const (
	NoHomeCityLeft EliminationNeeds = iota
	NothingLeft
)

// The values of SimultaneousLoss.
const (
	SimultaneousEliminated SimultaneousLoss = iota
	SimultaneousSurvives
)

// The values of EliminationTiming.
const (
	EliminationEndOfCampaign EliminationTiming = iota
	EliminationFall
)

// The values of HomesNeeded.
const (
	HomesNone HomesNeeded = iota
	HomesFormula
	HomesForeign1
	HomesForeign2
	HomesForeign3
)

// The values of VictoryTie.
const (
	TieRaisesThreshold VictoryTie = iota
	TieToMaster
	TieShared
)

// The values of BribeAdjacency.
const (
	BribeOwnUnits BribeAdjacency = iota
	BribeOwnOrPermitted
	BribeUnitsOrControl
	BribeAnywhere
)

// The values of SelfBribes.
const (
	SelfBribesForbidden SelfBribes = iota
	SelfBribesExceptBuy
)

// The values of BribeTie.
const (
	TieAllFail BribeTie = iota
	TieDieToss
)

// The values of RebelExtent.
const (
	CityElseProvince RebelExtent = iota
	ProvinceAndCity
)

// The values of RebelSupport.
const (
	RebelsOnePowerOnly RebelSupport = iota
	RebelsEveryClaimant
)

// The values of HoldQuells.
const (
	QuellExplicitHold HoldQuells = iota
	QuellAnyHold
)

// The values of GiftTiming.
const (
	GiftBorrowingPhase GiftTiming = iota
	GiftImmediate
)

// The values of CityDieNeeds.
const (
	CityDieNeedsCity CityDieNeeds = iota
	CityDieNeedsBoth
)

// The values of Shortfall.
const (
	ShortfallOwnerRemoves Shortfall = iota
	ShortfallForgiven
)

// The values of Severity.
const (
	SeverityOriginal2d6 Severity = iota
	SeverityJudge2d6
	SeverityD6
)

// The values of DisasterTables.
const (
	TablesJudge DisasterTables = iota
	TablesCompleted
	Tables1995
)

// The values of StormTiming.
const (
	StormsAfterFall StormTiming = iota
	StormsAfterBuilds
)

// The values of UnitCount.
const (
	CountCities UnitCount = iota
	CountMoney
)

// The values of TradePolicy.
const (
	TradeForbidden TradePolicy = iota
	TradeCityProvincePair
)

// The values of TwoBuilds.
const (
	FirstBuild TwoBuilds = iota
	LastBuild
)

// The values of RemovalOrder.
const (
	OldestOutsideCities RemovalOrder = iota
	ByDistance
)

// The values of WinterDefault.
const (
	WinterMaintain WinterDefault = iota
	WinterDisband
)

// The values of ForcedTaxation.
const (
	NoForcedTaxation ForcedTaxation = iota
	TaxationAnySeason
	TaxationFall
	TaxationLasting // in any season; the province earns and builds nothing in the following year
)

// The values of CausedFamine.
const (
	NoCausedFamine CausedFamine = iota
	CausedFamineSeason
	CausedFamineUntilRelieved
)

// The values of PlagueModel.
const (
	PlagueOnce PlagueModel = iota // the plague strikes the places rolled once
	// the plague moves to neighbours in each campaign and leaves the old places
	PlagueExpands
	PlagueStays // the plague stays and spreads each year to neighbours by land
	// the plague strikes around one random province, at a distance up to the roll of a die
	PlagueSeed
	// the plague strikes around the places rolled, at a distance up to the roll of a die
	PlagueRadius
)
