//go:build before_1_22

package main

func prepareLogs() error { return nil }
