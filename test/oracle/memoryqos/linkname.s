// This file is empty on purpose: a package with an assembly file may declare functions without a
// body, which is how the linked kubelet functions are declared.
