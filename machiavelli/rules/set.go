// Package rules holds every rule on which the sources of the game differ, as a
// named, typed and documented option, and the presets that combine them into
// editions. It holds data only; other packages implement the behaviour.
package rules

// Set is one complete choice of rules: an edition, or an edition with changes.
// It is a plain value: copy it, compare it with ==. The comment of each field
// is the option's name; Options documents the values.
type Set struct {
	Preset string // the preset that the set was made from

	// The game as a whole.
	SeasonsPerYear         int           // seasons-per-year: 3 or 2
	Money                  bool          // money
	DiceOn                 bool          // dice
	Garrisons              bool          // garrisons
	Fortresses             FortressUse   // fortresses
	GarrisonEveryFreeFort  bool          // garrison-every-free-fort
	SpecialUnits           bool          // special-units
	SpecialUnitPowerLimits SpecialLimits // special-unit-power-limits
	Assassinations         bool          // assassinations
	AssassinationChits     ChitSupply    // assassination-chits
	AssassinationMaxSpend  int           // assassination-max-spend: ducats, 0 for unlimited
	BankLoans              bool          // bank-loans
	Famine                 bool          // famine
	Plague                 bool          // plague
	Storms                 bool          // storms
	TreasuryVisibility     Visibility    // treasury-visibility
	PlayerQuits            QuitPolicy    // player-quits
	UnitLimit              UnitLimits    // unit-limit
	CountersArmies         int           // counters-armies: with the counter mix, 0 for unlimited
	CountersFleets         int           // counters-fleets
	CountersGarrisons      int           // counters-garrisons
	Ratings                bool          // ratings

	// Movement.
	CoastalConvoys                    bool             // coastal-convoys
	ConvoyRoute                       RouteModel       // convoy-route
	ConvoyedAttackCutsSupport         ConvoyParadox    // convoyed-attack-cuts-support
	SwapByConvoy                      SwapPolicy       // swap-by-convoy
	SupportTarget                     SupportModel     // support-target
	SupportCoast                      SupportCoastRule // support-coast
	EliteSupportCut                   EliteCut         // elite-support-cut
	ConversionModel                   ConversionModel  // conversion-model
	BesiegedConversion                BesiegedPolicy   // besieged-conversion
	SiegeLocksBesieger                bool             // siege-locks-besieger: locked is true, free is false
	RetreatIntoCity                   IntoCityPolicy   // retreat-into-city
	RetreatToOriginOfConvoyedAttacker bool             // retreat-to-origin-of-convoyed-attacker
	UnorderedRetreat                  UnorderedRetreat // unordered-retreat
	DisbandOrders                     bool             // disband-orders
	Straits                           StraitSet        // straits
	StraitEnteringFleetBlocks         bool             // strait-entering-fleet-blocks
	StraitDepartingFleetBlocks        bool             // strait-departing-fleet-blocks
	StraitGarrisoningFleetBlocks      bool             // strait-garrisoning-fleet-blocks
	VeniceModel                       VeniceModel      // venice-model
	IstriaDalmatiaLandBridge          bool             // istria-dalmatia-land-bridge
	MultiCoastConversion              MultiCoast       // multi-coast-conversion

	// Control, home countries, victory.
	ControlTiming               ControlTiming     // control-timing
	SplitCityProvince           SplitControl      // split-city-province
	RebellionRemovesControl     bool              // rebellion-removes-control
	HomeCountryLoss             HomeLoss          // home-country-loss
	HomesFixed                  bool              // homes-fixed: home countries only determine where to build
	EliminationMultiHome        MultiHomeLoss     // elimination-multi-home
	EliminationNeeds            EliminationNeeds  // elimination-needs
	SimultaneousLossAndConquest SimultaneousLoss  // simultaneous-loss-and-conquest
	EliminationTiming           EliminationTiming // elimination-timing
	VictoryCities               int               // victory-cities
	VictoryCitiesFewPlayers     int               // victory-cities-few-players: with four players or fewer; 0 as VictoryCities
	VictoryHomes                HomesNeeded       // victory-homes
	VictoryAllOwnHomeCities     bool              // victory-all-own-home-cities
	VictoryTie                  VictoryTie        // victory-tie
	LastYear                    int               // last-year: the game ends after its fall; 0: none

	// Money, rebellions, disasters, adjustments.
	BribeAdjacency            BribeAdjacency // bribe-adjacency
	CounterBribeAdjacency     bool           // counter-bribe-adjacency
	ProvinceExpenseAdjacency  bool           // province-expense-adjacency
	BribeCityToCity           bool           // bribe-city-to-city
	BuyCommittedGarrison      bool           // buy-committed-garrison
	SelfBribes                SelfBribes     // self-bribes
	SelfRebellion             bool           // self-rebellion
	BribeTie                  BribeTie       // bribe-tie
	RebellionExtent           RebelExtent    // rebellion-extent
	RebelSupport              RebelSupport   // rebel-support
	GarrisonHoldQuells        bool           // garrison-hold-quells
	HoldQuells                HoldQuells     // hold-quells
	BankDefaultSeizesTreasury bool           // bank-default-seizes-treasury
	GiftsWhileIndebted        bool           // gifts-while-indebted: allowed is true
	GiftTiming                GiftTiming     // gift-timing
	BesiegedCityIncome        bool           // besieged-city-income: full is true
	FortressIncome            int            // fortress-income: 0 or 1
	CityVariableIncomeNeeds   CityDieNeeds   // city-variable-income-needs
	InitialDieMinimum         int            // initial-die-minimum: 1, 2, or 0 for the fixed treasuries of 1995
	InitialShortfall          Shortfall      // initial-shortfall
	DisasterSeverity          Severity       // disaster-severity
	DisasterTables            DisasterTables // disaster-tables
	FirstSpringFamine         bool           // first-spring-famine
	StormTiming               StormTiming    // storm-timing
	UnitCount                 UnitCount      // unit-count
	TradeInProvince           TradePolicy    // trade-in-province
	TwoBuildsInProvince       TwoBuilds      // two-builds-in-province
	UnpaidUnitRemoval         RemovalOrder   // unpaid-unit-removal
	UnorderedUnitInWinter     WinterDefault  // unordered-unit-in-winter

	// Optional rules; all off in the classic judge.
	Cavalry              bool           // cavalry (OPT-01)
	ArmouredCavalry      bool           // armoured-cavalry (OPT-03)
	AutonomousFieldUnits bool           // autonomous-field-units (OPT-04)
	AutonomousOrders     bool           // autonomous-orders: money buys orders for autonomous units (OPT-05)
	ProvinceTrading      bool           // province-trading (OPT-06)
	ForcedTaxation       ForcedTaxation // forced-taxation (OPT-07)
	CauseFamine          CausedFamine   // cause-famine (OPT-08)
	CausePlague          bool           // cause-plague, including relief from it (OPT-09)
	PlagueModel          PlagueModel    // plague-model (OPT-10)
	ProvinceIncome       bool           // province-income: the board's own column instead of 1 (OPT-12)
	Excommunication      bool           // excommunication (OPT-14)
	StrategicMovement    bool           // strategic-movement (OPT-15)
}

// The policy types below have one constant for each value, in the order of the
// option; the zero value is the first.
type (
	FortressUse       uint8
	SpecialLimits     uint8
	ChitSupply        uint8
	Visibility        uint8
	QuitPolicy        uint8
	UnitLimits        uint8
	RouteModel        uint8
	ConvoyParadox     uint8
	SwapPolicy        uint8
	SupportModel      uint8
	SupportCoastRule  uint8
	EliteCut          uint8
	ConversionModel   uint8
	BesiegedPolicy    uint8
	IntoCityPolicy    uint8
	UnorderedRetreat  uint8
	StraitSet         uint8
	VeniceModel       uint8
	MultiCoast        uint8
	ControlTiming     uint8
	SplitControl      uint8
	HomeLoss          uint8
	MultiHomeLoss     uint8
	TwoBuilds         uint8
	EliminationNeeds  uint8
	SimultaneousLoss  uint8
	EliminationTiming uint8
	HomesNeeded       uint8
	VictoryTie        uint8
	BribeAdjacency    uint8
	SelfBribes        uint8
	BribeTie          uint8
	RebelExtent       uint8
	RebelSupport      uint8
	HoldQuells        uint8
	GiftTiming        uint8
	CityDieNeeds      uint8
	Shortfall         uint8
	Severity          uint8
	DisasterTables    uint8
	StormTiming       uint8
	UnitCount         uint8
	TradePolicy       uint8
	RemovalOrder      uint8
	WinterDefault     uint8
	ForcedTaxation    uint8
	CausedFamine      uint8
	PlagueModel       uint8
)
