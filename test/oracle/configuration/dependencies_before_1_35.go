//go:build before_1_35

package main

func dependencies() map[string][]string { return nil }
