module plimsoll/runtimes/engines

go 1.25.0

require (
	github.com/bytecodealliance/wasmtime-go/v39 v39.0.1
	github.com/tetratelabs/wazero v1.12.0
)

require golang.org/x/sys v0.44.0 // indirect

require plimsoll.dev/plimsoll v0.0.0

replace plimsoll.dev/plimsoll => ../../../hosts/go
