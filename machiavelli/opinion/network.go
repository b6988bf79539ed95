package opinion

import (
	"bytes"
	_ "embed" // embeds the weights
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strconv"
	"strings"
	"sync"
)

// The sizes of the network's hidden layers.
const (
	hidden1 = 32
	hidden2 = 16
)

// Network computes a score for each side. The larger it is compared with those of the other sides,
// the larger is the expected share of the victory. The score is a multiple of the logarithm of the
// number of the side's cities, plus a correction that a small neural network computes from the
// other features.
type Network struct {
	Cities     [1]float32
	First      [hidden1]Features
	FirstBias  [hidden1]float32
	Second     [hidden2][hidden1]float32
	SecondBias [hidden2]float32
	Last       [hidden2]float32
}

// Layers are the values of the hidden layers.
type Layers struct {
	First  [hidden1]float32
	Second [hidden2]float32
}

// Score returns the score of a side, and sets the values of the hidden layers.
func (n *Network) Score(s *Side, l *Layers) float32 {
	f := &s.Features
	for i := range l.First {
		sum := n.FirstBias[i]
		row := &n.First[i]
		for k, x := range f {
			sum += row[k] * x
		}
		l.First[i] = max(sum, 0)
	}
	out := n.Cities[0] * s.LogCities()
	for i := range l.Second {
		sum := n.SecondBias[i]
		row := &n.Second[i]
		for k, x := range &l.First {
			sum += row[k] * x
		}
		l.Second[i] = max(sum, 0)
		out += n.Last[i] * l.Second[i]
	}
	return out
}

// LogCities returns the logarithm of the side's city count plus a quarter, which is finite even
// without cities.
func (s *Side) LogCities() float32 { return float32(math.Log(float64(s.Cities) + 0.25)) }

// formVersion is the version of the weights' file format. It changes if the meaning of the features
// or the layers changes.
const formVersion = 1

// formBegin begins the first line of a file of weights.
const formBegin = "podesta opinion weights, version "

// Origin describes how weights were computed, so that the computation can be repeated.
type Origin struct {
	Program string // version of Program
	Command string
	Seed    uint64
}

// errDamaged is returned for a file of weights that cannot be used.
var errDamaged = errors.New("the weights are damaged: fit them again, or take the file from the repository")

// Encode returns the content of a file of weights: a few lines of text that describe them, an
// empty line, the numbers, and a checksum of everything before it.
func (n *Network) Encode(o Origin) []byte {
	var b bytes.Buffer
	clean := strings.NewReplacer("\n", " ", "\r", " ")
	fmt.Fprintf(&b, "%s%d\nprogram: %s\ncommand: %s\nseed: %d\nlayers: %s\n\n", formBegin, formVersion, clean.Replace(o.Program), clean.Replace(o.Command), o.Seed, shape)
	_ = binary.Write(&b, binary.LittleEndian, n) // a Buffer never fails
	_ = binary.Write(&b, binary.LittleEndian, crc32.ChecksumIEEE(b.Bytes()))
	return b.Bytes()
}

// shape describes the layers of the network.
var shape = fmt.Sprintf("%d %d %d 1", FeatureCount, hidden1, hidden2)

// Decode reads a file of weights. It returns an error if the file is damaged, has another version,
// or is for a network with other layers.
func Decode(data []byte) (*Network, Origin, error) {
	var o Origin
	rest, ok := bytes.CutPrefix(data, []byte(formBegin))
	if !ok {
		return nil, o, errors.New("these are not weights of an opinion: the file begins with other words than “" + strings.TrimSpace(formBegin) + "”")
	}
	head, body, ok := bytes.Cut(rest, []byte("\n\n"))
	if !ok {
		return nil, o, errDamaged
	}
	lines := strings.Split(string(head), "\n")
	if lines[0] != strconv.Itoa(formVersion) {
		return nil, o, fmt.Errorf("these weights have version %s, and this program needs version %d: fit new ones with it", lines[0], formVersion)
	}
	of := map[string]string{}
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ": ")
		of[name] = value
	}
	if of["layers"] != shape {
		return nil, o, fmt.Errorf("these weights are for a network with the layers %q, and this program has %q: fit new ones with it", of["layers"], shape)
	}
	n := new(Network)
	size := binary.Size(n)
	if len(body) != size+4 || crc32.ChecksumIEEE(data[:len(data)-4]) != binary.LittleEndian.Uint32(body[size:]) {
		return nil, o, errDamaged
	}
	seed, err := strconv.ParseUint(of["seed"], 10, 64)
	if err != nil {
		return nil, o, errDamaged
	}
	_, _ = binary.Decode(body, binary.LittleEndian, n) // the length was checked above
	for _, row := range n.Rows() {
		for _, x := range row {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return nil, o, errDamaged
			}
		}
	}
	return n, Origin{of["program"], of["command"], seed}, nil
}

// Rows returns all weights, row by row.
func (n *Network) Rows() [][]float32 {
	all := [][]float32{n.Cities[:]}
	for i := range n.First {
		all = append(all, n.First[i][:])
	}
	all = append(all, n.FirstBias[:])
	for i := range n.Second {
		all = append(all, n.Second[i][:])
	}
	return append(all, n.SecondBias[:], n.Last[:])
}

//go:embed weights.bin
var weightsFile []byte

// learned returns the built-in weights.
var learned = sync.OnceValue(func() *Network {
	n, _, err := Decode(weightsFile)
	if err != nil {
		panic("opinion: " + err.Error())
	}
	return n
})
