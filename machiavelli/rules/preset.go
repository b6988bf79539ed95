package rules

import (
	"podesta/machiavelli/message"
)

// DefaultPreset is the preset of a game that does not name one.
const DefaultPreset = "njudge-classic"

// PresetInfo describes a preset.
type PresetInfo struct {
	ID    string // "njudge-classic"
	Title string
	Doc   string
}

type preset struct {
	info PresetInfo
	make func() Set
}

var presets = []preset{
	{
		PresetInfo{
			"njudge-classic", "Classic judge",
			"The game as it was played by mail on the old judges, with special units, loans, famine and assassins; known bugs of those judges are fixed.",
		},
		njudgeClassic,
	},
	{
		PresetInfo{
			"battleline-1978-basic", "1978 Basic",
			"The first level of the printed game of 1978: no money and no dice; cities decide how many units a power has.",
		},
		battlelineBasic,
	},
	{
		PresetInfo{
			"battleline-1978-advanced", "1978 Advanced",
			"The second level of the printed game of 1978: treasuries, bribes, rebellions and assassins.",
		},
		battlelineAdvanced,
	},
	{
		PresetInfo{
			"battleline-1978-optional", "1978 with all options",
			"The printed game of 1978 with its optional rules: special units, loans, famine and plague.",
		},
		battlelineOptional,
	},
	{
		PresetInfo{
			"machiavelli-1995", "1995 edition",
			"The second edition of 1995, as the judges interpret it: control changes in the fall, units fight for the place into which they convert, and only cities win.",
		},
		machiavelli1995,
	},
	{
		PresetInfo{
			"diplomacy", "Diplomacy",
			"Standard Diplomacy on its own board.",
		},
		diplomacy,
	},
	{
		PresetInfo{
			"diplomacy-garrisons", "Diplomacy with garrisons",
			"Diplomacy in three campaigns a year, in which units may withdraw into cities, be besieged there and come out again.",
		},
		diplomacyGarrisons,
	},
}

// Presets lists the presets, beginning with the default.
func Presets() []PresetInfo {
	out := make([]PresetInfo, len(presets))
	for i, p := range presets {
		out[i] = p.info
	}
	return out
}

// Preset returns the rules of the preset with the given id, where "" means the
// default. The error for an unknown id lists the presets.
func Preset(id string) (Set, error) {
	if id == "" {
		id = DefaultPreset
	}
	ids := make([]string, len(presets))
	for i, p := range presets {
		if p.info.ID == id || p.info.ID == canonical(id) {
			s := p.make()
			s.Preset = p.info.ID
			return s, nil
		}
		ids[i] = p.info.ID
	}
	return Set{}, wrong(message.New("there is no preset {name}: the presets are {presets}", quoted(id), words(ids)), id, ids)
}

func njudgeClassic() Set {
	return Set{
		SeasonsPerYear:         3,
		Money:                  true,
		DiceOn:                 true,
		Garrisons:              true,
		Fortresses:             FortressesByScenario,
		SpecialUnits:           true,
		SpecialUnitPowerLimits: NoSpecialLimits,
		Assassinations:         true,
		AssassinationChits:     OneChitPerRival,
		AssassinationMaxSpend:  36,
		BankLoans:              true,
		Famine:                 true,
		TreasuryVisibility:     TreasuriesOpen,
		PlayerQuits:            QuitCivilDisorder,
		UnitLimit:              NoUnitLimit,

		CoastalConvoys:               true,
		ConvoyRoute:                  RouteExplicit,
		ConvoyedAttackCutsSupport:    JudgeStaged,
		SwapByConvoy:                 SwapEitherConvoyed,
		SupportTarget:                SupportUnitAction,
		SupportCoast:                 SupportSameCoast,
		EliteSupportCut:              CutWhole,
		ConversionModel:              SeparateSpace,
		BesiegedConversion:           BesiegedNever,
		SiegeLocksBesieger:           true,
		RetreatIntoCity:              IntoCityLastResort,
		UnorderedRetreat:             UnorderedDisband,
		Straits:                      PiombinoAndMessina,
		StraitEnteringFleetBlocks:    true,
		StraitDepartingFleetBlocks:   true,
		StraitGarrisoningFleetBlocks: true,
		VeniceModel:                  VeniceSingleSpace,
		IstriaDalmatiaLandBridge:     true,
		MultiCoastConversion:         MultiCoastAny,

		ControlTiming:               ControlConstant,
		SplitCityProvince:           SplitSeparate,
		HomeCountryLoss:             LostWhenAllLost,
		EliminationMultiHome:        MultiHomeNoCities,
		SimultaneousLossAndConquest: SimultaneousEliminated,
		EliminationTiming:           EliminationEndOfCampaign,
		VictoryCities:               15,
		VictoryCitiesFewPlayers:     15,
		VictoryHomes:                HomesFormula,
		VictoryTie:                  TieRaisesThreshold,

		BribeAdjacency:            BribeOwnUnits,
		CounterBribeAdjacency:     true,
		ProvinceExpenseAdjacency:  true,
		BribeCityToCity:           true,
		BuyCommittedGarrison:      true,
		SelfBribes:                SelfBribesExceptBuy,
		SelfRebellion:             true,
		BribeTie:                  TieAllFail,
		RebellionExtent:           ProvinceAndCity,
		RebelSupport:              RebelsOnePowerOnly,
		HoldQuells:                QuellExplicitHold,
		BankDefaultSeizesTreasury: true,
		GiftTiming:                GiftBorrowingPhase,
		CityVariableIncomeNeeds:   CityDieNeedsCity,
		CityDieWhileUnpaid:        true,
		InitialDieMinimum:         1,
		InitialShortfall:          ShortfallForgiven,
		DisasterSeverity:          SeverityJudge2d6,
		DisasterTables:            TablesJudge,
		StormTiming:               StormsAfterFall,
		UnitCount:                 CountMoney,
		TradeInProvince:           TradeCityProvincePair,
		TwoBuildsInProvince:       LastBuild,
		UnpaidUnitRemoval:         OldestOutsideCities,
		UnorderedUnitInWinter:     WinterMaintain,
	}
}

// battlelineAdvanced returns the rules of the advanced game of 1978, the second
// of the three levels in its printed rules.
func battlelineAdvanced() Set {
	s := njudgeClassic()
	s.SpecialUnits = false
	s.BankLoans = false
	s.Famine = false
	s.PlayerQuits = QuitAutonomousGarrisons
	s.SeveralPowers = OnePower
	s.UnitLimit = CounterMix

	s.ConvoyRoute = RouteImplicit
	s.SupportTarget = SupportPowerInSpace
	s.SupportCoast = SupportAnyCoast
	s.ConversionModel = ConvertInPlace
	s.UnorderedRetreat = JudgePicks
	s.DisbandOrders = true
	s.IstriaDalmatiaLandBridge = false

	s.SplitCityProvince = SplitIncomeOnly
	s.RebellionRemovesControl = true
	s.HomeCountryLoss = LostOnlyByConquest
	s.EliminationMultiHome = MultiHomeNoProvinces
	s.SimultaneousLossAndConquest = SimultaneousSurvives
	s.VictoryCitiesFewPlayers = 18
	s.VictoryHomes = HomesForeign1
	s.VictoryTie = TieToMaster

	s.CounterBribeAdjacency = false
	s.ProvinceExpenseAdjacency = false
	s.BuyCommittedGarrison = false
	s.SelfBribes = SelfBribesForbidden
	s.SelfRebellion = false
	s.RebellionExtent = CityElseProvince
	s.GarrisonHoldQuells = true
	s.HoldQuells = QuellAnyHold
	s.BankDefaultSeizesTreasury = false
	s.GiftsWhileIndebted = true
	s.GiftTiming = GiftImmediate
	s.CityDieWhileUnpaid = false
	s.InitialShortfall = ShortfallOwnerRemoves
	s.DisasterSeverity = SeverityOriginal2d6
	s.TradeInProvince = TradeForbidden
	s.TwoBuildsInProvince = FirstBuild
	return s
}

func battlelineBasic() Set {
	s := battlelineAdvanced()
	s.Money = false
	s.DiceOn = false
	s.Assassinations = false
	s.SplitCityProvince = SplitNobody
	s.RebellionRemovesControl = false
	s.VictoryCities = 12
	s.VictoryCitiesFewPlayers = 12
	s.VictoryHomes = HomesNone
	s.VictoryAllOwnHomeCities = true
	s.UnitCount = CountCities
	return s
}

func battlelineOptional() Set {
	s := battlelineAdvanced()
	s.SpecialUnits = true
	s.BankLoans = true
	s.Famine = true
	s.FirstSpringFamine = true
	s.Plague = true
	return s
}

func machiavelli1995() Set {
	s := njudgeClassic()
	s.Fortresses = FortressesOff
	s.SpecialUnitPowerLimits = SpecialLimits1995

	s.CoastalConvoys = false
	s.EliteSupportCut = CutPointwise
	s.BesiegedConversion = BesiegedAsAttack
	s.SiegeLocksBesieger = false
	s.RetreatIntoCity = IntoCityAlways
	s.Straits = MessinaOnly
	s.StraitEnteringFleetBlocks = false
	s.StraitGarrisoningFleetBlocks = false
	s.VeniceModel = VeniceSeaWithCity

	s.ControlTiming = ControlFall
	s.SplitCityProvince = SplitNobody
	s.EliminationTiming = EliminationFall
	s.VictoryHomes = HomesNone

	s.SelfBribes = SelfBribesForbidden
	s.SelfRebellion = false
	s.InitialDieMinimum = 0
	s.DisasterSeverity = SeverityD6
	s.DisasterTables = Tables1995
	s.TwoBuildsInProvince = FirstBuild
	s.UnorderedUnitInWinter = WinterDisband

	s.Excommunication = true
	s.StrategicMovement = true
	return s
}

// diplomacy returns the rules of Diplomacy. Options without effect there keep
// the values of the classic judge.
func diplomacy() Set {
	s := njudgeClassic()
	s.SeasonsPerYear = 2
	s.Money = false
	s.DiceOn = false
	s.Garrisons = false
	s.Fortresses = FortressesOff
	s.SpecialUnits = false
	s.Assassinations = false
	s.BankLoans = false
	s.Famine = false

	s.CoastalConvoys = false
	s.ConvoyRoute = RouteImplicit
	s.ConvoyedAttackCutsSupport = Szykman
	s.SupportCoast = SupportAnyCoast
	s.RetreatToOriginOfConvoyedAttacker = true
	s.Straits = NoStraits
	s.IstriaDalmatiaLandBridge = false

	s.ControlTiming = ControlFall
	s.HomesFixed = true
	s.EliminationNeeds = NothingLeft
	s.EliminationTiming = EliminationFall
	s.VictoryCities = 18
	s.VictoryCitiesFewPlayers = 18
	s.VictoryHomes = HomesNone
	s.VictoryTie = TieToMaster

	s.UnitCount = CountCities
	s.UnpaidUnitRemoval = ByDistance
	return s
}

// diplomacyGarrisons returns the old judges' Diplomacy of three seasons. It has
// a summer, and garrisons by the rules of 1995.
func diplomacyGarrisons() Set {
	s := diplomacy()
	s.SeasonsPerYear = 3
	s.Garrisons = true
	s.BesiegedConversion = BesiegedAsAttack
	s.SiegeLocksBesieger = false
	s.RetreatIntoCity = IntoCityAlways
	s.SplitCityProvince = SplitNobody
	return s
}
