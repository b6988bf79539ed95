package rules

// Values of the policy types.
const (
	FortressesByScenario FortressUse = iota
	FortressesOn
	FortressesOff
)

const (
	NoSpecialLimits SpecialLimits = iota
	SpecialLimits1995
)

const (
	OneChitPerRival ChitSupply = iota
	RandomChits
	UnlimitedChits
)

const (
	TreasuriesOpen Visibility = iota
	TreasuriesHidden
)

const (
	QuitAutonomousGarrisons QuitPolicy = iota
	QuitCivilDisorder
)

const (
	NoUnitLimit UnitLimits = iota
	CounterMix
)

const (
	RouteImplicit RouteModel = iota // any unbroken chain of fleets suffices
	RouteExplicit                   // the army's order lists every link
)

const (
	JudgeStaged ConvoyParadox = iota
	OnlyIfDislodges
	Szykman
)

const (
	SwapEitherConvoyed SwapPolicy = iota
	SwapBothConvoyed
	SwapNever
)

const (
	SupportUnitAction SupportModel = iota
	SupportPowerInSpace
)

const (
	SupportSameCoast SupportCoastRule = iota
	SupportAnyCoast
)

const (
	CutWhole EliteCut = iota
	CutPointwise
)

const (
	SeparateSpace ConversionModel = iota
	ConvertInPlace
)

const (
	BesiegedNever BesiegedPolicy = iota
	BesiegedAsAttack
)

const (
	IntoCityLastResort IntoCityPolicy = iota
	IntoCityAlways
)

const (
	UnorderedDisband UnorderedRetreat = iota
	JudgePicks
)

const (
	PiombinoAndMessina StraitSet = iota
	MessinaOnly
	NoStraits
)

const (
	VeniceSingleSpace VeniceModel = iota
	VeniceSeaWithCity
)

const (
	MultiCoastAny MultiCoast = iota
	MultiCoastAnchored
	MultiCoastSingleAnchor
)

const (
	ControlConstant ControlTiming = iota
	ControlFall
)

const (
	SplitNobody SplitControl = iota
	SplitIncomeOnly
	SplitSeparate
)

const (
	LostWhenAllLost HomeLoss = iota
	LostOnlyByConquest
)

const (
	MultiHomeNoCities MultiHomeLoss = iota
	MultiHomeNoProvinces
)

const (
	NoHomeCityLeft EliminationNeeds = iota
	NothingLeft
)

const (
	SimultaneousEliminated SimultaneousLoss = iota
	SimultaneousSurvives
)

const (
	EliminationEndOfCampaign EliminationTiming = iota
	EliminationFall
)

const (
	HomesNone HomesNeeded = iota
	HomesFormula
	HomesForeign1
	HomesForeign2
	HomesForeign3
)

const (
	TieRaisesThreshold VictoryTie = iota
	TieToMaster
	TieShared
)

const (
	BribeOwnUnits BribeAdjacency = iota
	BribeOwnOrPermitted
	BribeUnitsOrControl
	BribeAnywhere
)

const (
	SelfBribesForbidden SelfBribes = iota
	SelfBribesExceptBuy
)

const (
	TieAllFail BribeTie = iota
	TieDieToss
)

const (
	CityElseProvince RebelExtent = iota
	ProvinceAndCity
)

const (
	RebelsOnePowerOnly RebelSupport = iota
	RebelsEveryClaimant
)

const (
	QuellExplicitHold HoldQuells = iota
	QuellAnyHold
)

const (
	GiftBorrowingPhase GiftTiming = iota
	GiftImmediate
)

const (
	CityDieNeedsCity CityDieNeeds = iota
	CityDieNeedsBoth
)

const (
	ShortfallOwnerRemoves Shortfall = iota
	ShortfallForgiven
)

const (
	SeverityOriginal2d6 Severity = iota
	SeverityJudge2d6
	SeverityD6
)

const (
	TablesJudge DisasterTables = iota
	TablesCompleted
	Tables1995
)

const (
	StormsAfterFall StormTiming = iota
	StormsAfterBuilds
)

const (
	CountCities UnitCount = iota
	CountMoney
)

const (
	TradeForbidden TradePolicy = iota
	TradeCityProvincePair
)

const (
	FirstBuild TwoBuilds = iota
	LastBuild
)

const (
	OldestOutsideCities RemovalOrder = iota
	ByDistance
)

const (
	WinterMaintain WinterDefault = iota
	WinterDisband
)

const (
	NoForcedTaxation ForcedTaxation = iota
	TaxationAnySeason
	TaxationFall
	TaxationLasting // any season; nothing is earned or built there in the year after
)

const (
	NoCausedFamine CausedFamine = iota
	CausedFamineSeason
	CausedFamineUntilRelieved
)

const (
	PlagueOnce    PlagueModel = iota // the roll kills once
	PlagueExpands                    // moves to neighbours campaign by campaign, leaving the old place
	PlagueStays                      // stays and spreads each year to neighbours by land
	PlagueSeed                       // one random province, and a die for the radius
	PlagueRadius                     // the normal roll, and a die for the radius
)
