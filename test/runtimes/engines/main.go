// Command engines plays a tape on WebAssembly engines that run no JavaScript, and prints the
// SHA-256 of all answers:
//
//	engines -engine wasmtime -module plimsoll-eviction.wasm -tape corpus.tape
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

// instance is one module in some engine.
type instance interface {
	// memory is the whole linear memory, until the next call: that of the cluster module grows.
	memory() []byte
	call(name string, arguments ...uint64) (uint64, error)
}

// engines holds what was built in; wasmtime joins where Go has a C compiler.
var engines = map[string]func(module []byte) (instance, error){
	"wazero":             newWazero,
	"wazero-interpreter": newWazeroInterpreter,
}

// played is what the program prints.
type played struct {
	Digest  string `json:"digest"`
	Cases   uint32 `json:"cases"`
	Answers int    `json:"answers"`
}

func play(engine, modulePath, tapePath string) (*played, error) {
	if engine == "hosts/go" {
		calls, err := openTape(tapePath)
		if err != nil {
			return nil, err
		}
		return playHost(calls)
	}
	create, known := engines[engine]
	if !known {
		return nil, fmt.Errorf("there is no engine %q here", engine)
	}
	module, err := os.ReadFile(modulePath)
	if err != nil {
		return nil, err
	}
	core, err := create(module)
	if err != nil {
		return nil, err
	}
	if isCalls(tapePath) {
		return playCalls(core, tapePath)
	}
	calls, err := openTape(tapePath)
	if err != nil {
		return nil, err
	}
	return playTape(core, calls)
}

func playTape(core instance, calls *tape) (*played, error) {
	input, err := core.call("inputOffset")
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	done := &played{Cases: calls.cases}
	for {
		call, err := calls.next()
		if err != nil {
			return nil, err
		}
		if call == nil {
			done.Digest = hex.EncodeToString(hash.Sum(nil))
			return done, nil
		}
		copy(core.memory()[uint32(input):], call.document)
		arguments := []uint64{uint64(uint32(call.argument))}
		if call.verb == verbObserve {
			arguments = append(arguments, uint64(call.now))
		}
		size, err := core.call(verbs[call.verb], arguments...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", verbs[call.verb], err)
		}
		if call.verb != verbReport {
			continue
		}
		output, err := core.call("outputOffset")
		if err != nil {
			return nil, err
		}
		start := uint32(output)
		hash.Write(core.memory()[start : start+uint32(size)])
		hash.Write([]byte{'\n'})
		done.Answers++
	}
}

func main() {
	engine := flag.String("engine", "wazero", "wasmtime, wazero, wazero-interpreter or hosts/go")
	module := flag.String("module", "plimsoll-eviction.wasm", "the module")
	tapePath := flag.String("tape", "corpus.tape", "the calls to play")
	flag.Parse()
	done, err := play(*engine, *module, *tapePath)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(done); err != nil {
		os.Exit(1)
	}
}
