"""Nodes that share an engine decide as they do alone."""

import unittest
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import plimsoll
from plimsoll import Fleet
from tests.node import BEGIN, CONFIG, PODS, engine, summary

NODES, TURNS = 6, 4
LOWER = '{"evictionHard": {"memory.available": "10Mi"}}'


def observe(node: plimsoll.Engine, index: int, turn: int) -> str:
    """Each node has more memory available than the one before, and its own times."""
    now = BEGIN + timedelta(minutes=index, seconds=10 * turn)
    if turn == 0:
        node.pods(PODS)
    return node.observe(summary(90 + 5 * index + turn, now), now).digest


class FleetTest(unittest.TestCase):
    def test_nodes_decide_as_alone(self) -> None:
        fleet = Fleet(CONFIG)

        def in_fleet(index: int) -> list[str]:
            digests = []
            for turn in range(TURNS):
                with fleet.turn(f"worker-{index}") as node:
                    digests.append(observe(node, index, turn))
            return digests

        alone = [engine() for _ in range(NODES)]
        taking_turns = Fleet(CONFIG)
        between: list[list[str]] = [[] for _ in range(NODES)]
        for turn in range(TURNS):
            for index in range(NODES):
                with taking_turns.turn(str(index)) as node:
                    between[index].append(observe(node, index, turn))
        want = [[observe(node, i, turn) for turn in range(TURNS)] for i, node in enumerate(alone)]
        self.assertEqual(between, want)
        with ThreadPoolExecutor(NODES) as threads:
            self.assertEqual(list(threads.map(in_fleet, range(NODES))), want)

    def test_a_node_keeps_its_configuration(self) -> None:
        fleet = Fleet(CONFIG)

        def evictions(name: str, config: "str | None", pods: "str | None") -> int:
            with fleet.turn(name) as node:
                if config is not None:
                    node.configure(config)
                if pods is not None:
                    node.pods(pods)
                return len(node.observe(summary(50, BEGIN), BEGIN).evictions)

        self.assertEqual(evictions("lower", LOWER, PODS), 0)
        self.assertEqual(evictions("usual", None, PODS), 1)
        self.assertEqual(evictions("lower", None, None), 0)
        fleet.forget("lower")
        self.assertEqual(evictions("lower", None, PODS), 1)

    def test_an_error_of_a_turn_keeps_the_steps_before_it(self) -> None:
        fleet = Fleet(CONFIG)
        with self.assertRaises(OSError), fleet.turn("a") as node:
            step = node.observe(summary(50, BEGIN), BEGIN)
            raise OSError("no Summary")
        with fleet.turn("a") as node:
            self.assertEqual(node.missed(BEGIN).number, 1)
        with self.assertRaises(plimsoll.TurnPassed):
            step.detail(1)
