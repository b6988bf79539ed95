// Package rules holds every rule on which the sources of the game differ, as a
// named, typed and documented option, and the presets that combine them into
// editions. It holds data only; other packages implement the behaviour.
package rules

// Set is one complete choice of rules, which is an edition or an edition with
// changes. It is a plain value, so it can be copied and compared with ==. The
// comment of each field is the name of its option. Options documents the
// values.
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
	CountersArmies         int           // counters-armies: maximum of armies, 0 for no limit
	CountersFleets         int           // counters-fleets
	CountersGarrisons      int           // counters-garrisons
	Ratings                bool          // ratings
	SeveralPowers          SeveralPowers // several-powers

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
	ControlTiming           ControlTiming // control-timing
	SplitCityProvince       SplitControl  // split-city-province
	RebellionRemovesControl bool          // rebellion-removes-control
	HomeCountryLoss         HomeLoss      // home-country-loss
	// homes-fixed: whether home countries never change hands and only determine where to build
	HomesFixed                  bool
	EliminationMultiHome        MultiHomeLoss     // elimination-multi-home
	EliminationNeeds            EliminationNeeds  // elimination-needs
	SimultaneousLossAndConquest SimultaneousLoss  // simultaneous-loss-and-conquest
	EliminationTiming           EliminationTiming // elimination-timing
	VictoryCities               int               // victory-cities
	VictoryCitiesFewPlayers     int               // victory-cities-few-players: with four players or fewer; 0 means VictoryCities
	VictoryHomes                HomesNeeded       // victory-homes
	VictoryAllOwnHomeCities     bool              // victory-all-own-home-cities
	VictoryTie                  VictoryTie        // victory-tie
	LastYear                    int               // last-year: the game ends after its fall; 0 means no last year

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
	CityDieWhileUnpaid        bool           // city-die-while-unpaid
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
	Ransom               bool           // ransom (OPT-23)
	PlagueModel          PlagueModel    // plague-model (OPT-10)
	ProvinceIncome       bool           // province-income: the board's own column instead of 1 (OPT-12)
	Excommunication      bool           // excommunication (OPT-14)
	StrategicMovement    bool           // strategic-movement (OPT-15)
	Exchanges            bool           // exchanges (OPT-19)
}

// FortressUse and the other types below have one constant for each value, in
// the order of the option's values. The zero value is the first of them.
type (
	FortressUse       uint8 // the values of fortresses
	SpecialLimits     uint8 // the values of special-unit-power-limits
	ChitSupply        uint8 // the values of assassination-chits
	Visibility        uint8 // the values of treasury-visibility
	QuitPolicy        uint8 // the values of player-quits
	UnitLimits        uint8 // the values of unit-limit
	SeveralPowers     uint8 // the values of several-powers
	RouteModel        uint8 // the values of convoy-route
	ConvoyParadox     uint8 // the values of convoyed-attack-cuts-support
	SwapPolicy        uint8 // the values of swap-by-convoy
	SupportModel      uint8 // the values of support-target
	SupportCoastRule  uint8 // the values of support-coast
	EliteCut          uint8 // the values of elite-support-cut
	ConversionModel   uint8 // the values of conversion-model
	BesiegedPolicy    uint8 // the values of besieged-conversion
	IntoCityPolicy    uint8 // the values of retreat-into-city
	UnorderedRetreat  uint8 // the values of unordered-retreat
	StraitSet         uint8 // the values of straits
	VeniceModel       uint8 // the values of venice-model
	MultiCoast        uint8 // the values of multi-coast-conversion
	ControlTiming     uint8 // the values of control-timing
	SplitControl      uint8 // the values of split-city-province
	HomeLoss          uint8 // the values of home-country-loss
	MultiHomeLoss     uint8 // the values of elimination-multi-home
	TwoBuilds         uint8 // the values of two-builds-in-province
	EliminationNeeds  uint8 // the values of elimination-needs
	SimultaneousLoss  uint8 // the values of simultaneous-loss-and-conquest
	EliminationTiming uint8 // the values of elimination-timing
	HomesNeeded       uint8 // the values of victory-homes
	VictoryTie        uint8 // the values of victory-tie
	BribeAdjacency    uint8 // the values of bribe-adjacency
	SelfBribes        uint8 // the values of self-bribes
	BribeTie          uint8 // the values of bribe-tie
	RebelExtent       uint8 // the values of rebellion-extent
	RebelSupport      uint8 // the values of rebel-support
	HoldQuells        uint8 // the values of hold-quells
	GiftTiming        uint8 // the values of gift-timing
	CityDieNeeds      uint8 // the values of city-variable-income-needs
	Shortfall         uint8 // the values of initial-shortfall
	Severity          uint8 // the values of disaster-severity
	DisasterTables    uint8 // the values of disaster-tables
	StormTiming       uint8 // the values of storm-timing
	UnitCount         uint8 // the values of unit-count
	TradePolicy       uint8 // the values of trade-in-province
	RemovalOrder      uint8 // the values of unpaid-unit-removal
	WinterDefault     uint8 // the values of unordered-unit-in-winter
	ForcedTaxation    uint8 // the values of forced-taxation (OPT-07)
	CausedFamine      uint8 // the values of cause-famine (OPT-08)
	PlagueModel       uint8 // the values of plague-model (OPT-10)
)
