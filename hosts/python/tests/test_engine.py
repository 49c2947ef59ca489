"""Verbs, refusals and times."""

import unittest
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from unittest.mock import Mock

import plimsoll
from plimsoll import Engine, Refused, Status
from tests.node import BEGIN, CONFIG, PODS, engine, summary

DISK = '{"node": {"fs": {"availableBytes": %d, "capacityBytes": 100}, "runtime": {"imageFs": \
{"availableBytes": %d, "capacityBytes": 100}}}}'
FULL, FREE = DISK % (1, 1), DISK % (99, 99)


def disk_engine() -> Engine:
    config = {"evictionHard": {"nodefs.available": "50%"}}
    return Engine(config, layout={"dedicatedImageFs": False, "splitContainerFs": False})


class EngineTest(unittest.TestCase):
    def test_the_kubelets_message_is_told(self) -> None:
        node = engine()
        calm = node.observe(summary(500, BEGIN), BEGIN)
        self.assertEqual((calm.action, calm.number, calm.evictions), ("None", 1, []))
        self.assertEqual(calm.time, "2026-01-02T03:04:05Z")
        later = BEGIN + timedelta(seconds=10)
        step = node.observe(summary(50, later), later)
        self.assertEqual(step.conditions, ["MemoryPressure"])
        [evicted] = step.evictions
        self.assertEqual((evicted.namespace, evicted.name, evicted.uid), ("shop", "greedy", "2"))
        # pkg/kubelet/eviction/helpers.go, evictionMessage.
        self.assertEqual(
            evicted.message,
            "The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. "
            "Container b was using 200Mi, request is 10Mi, has larger consumption of memory. ",
        )

    def test_documents_come_in_every_form(self) -> None:
        text = '{"kind": "PodList", "items": []}'
        forms = [text, text.encode(), bytearray(text.encode()), {"kind": "PodList", "items": []}]
        for form in forms:
            self.assertEqual(engine().pods(form), 0)
        with self.assertRaises(FileNotFoundError):
            engine().pods(Path("no such file"))
        with self.assertRaises(TypeError):
            engine().pods(None)  # type: ignore[arg-type]

    def test_a_step_is_explained_until_the_next_verb(self) -> None:
        node = engine()
        step = node.observe(summary(50, BEGIN), BEGIN)
        self.assertEqual([pod["name"] for pod in step.detail(1)["ranking"]], ["greedy", "modest"])
        why = step.explain(namespace="shop", name="modest")
        self.assertEqual(why["subject"]["uid"], "1")
        with self.assertRaises(Refused) as caught:
            step.explain(uid="3")
        self.assertEqual(caught.exception.status, Status.NotFound)
        node.missed(BEGIN)
        for ask in (lambda: step.detail(1), lambda: step.explain(uid="1")):
            with self.assertRaises(plimsoll.StepPassed):
                ask()

    def test_the_pods_of_a_node_are_taken_out_of_a_list(self) -> None:
        node = engine()
        step = node.observe(summary(50, BEGIN), BEGIN)
        own = '{"metadata": {"name": "own"}, "spec": {"nodeName": "n1"}}'
        static = '{"metadata": {"annotations": {"kubernetes.io/config.source": "file"}}}'
        second, third = ('{"spec": {"nodeName": "n%d"}}' % number for number in (2, 3))
        mixed = '{"items": [%s]}' % ", ".join([third, own, second, "{}", static, third])
        found = node.pods_of_node(mixed, "n1")
        self.assertEqual(found.pods.decode(), f'{{"items": [{own},{static}]}}')
        self.assertEqual((found.named, found.other_nodes), (1, ["n2", "n3"]))
        self.assertEqual((found.left_out, found.left_out_unscheduled), (3, 1))
        whole = node.pods_of_node('{"items": [{}, {}]}', "n1")
        self.assertEqual(whole.pods, b'{"items": [{}, {}]}')
        self.assertEqual((whole.named, whole.other_nodes), (0, []))
        self.assertEqual((whole.left_out, whole.left_out_unscheduled), (0, 0))
        refused = [
            ("", Status.InvalidJson),
            ('{"items": [{}]', Status.InvalidJson),
            ('{"items": [1]}', Status.WrongType),
            ("{}", Status.WrongDocument),
        ]
        for pod_list, status in refused:
            with self.subTest(pod_list), self.assertRaises(Refused) as caught:
                node.pods_of_node(pod_list, "n1")
            self.assertEqual(caught.exception.status, status)
        # The step is still the engine's last one.
        step.detail(1)

    def test_a_missed_step_decides_nothing(self) -> None:
        node = engine()
        before = node.observe(summary(50, BEGIN), BEGIN)
        step = node.missed(BEGIN + timedelta(seconds=1))
        self.assertTrue(step.missed)
        self.assertEqual((step.action, step.number), ("None", before.number))
        self.assertEqual(step.conditions, before.conditions)

    def test_reclaim_is_called_in_the_middle_of_a_step(self) -> None:
        functions = ["DeleteAllUnusedContainers", "DeleteUnusedImages"]
        for after, sufficient in ((FREE, True), (FULL, False), (None, False)):
            reclaim = Mock(return_value=after)
            step = disk_engine().observe(FULL, BEGIN, reclaim)
            reclaim.assert_called_once_with(functions)
            self.assertEqual(step.decision["reclaimSufficient"], sufficient)

    def test_a_reclaim_that_fails_takes_the_step_back(self) -> None:
        failures = [
            (Mock(side_effect=OSError("the runtime does not answer")), OSError),
            (Mock(return_value=b""), Refused),
            (Mock(return_value="{"), Refused),
        ]
        for reclaim, error in failures:
            node = disk_engine()
            before = node.save()
            with self.assertRaises(error):
                node.observe(FULL, BEGIN, reclaim)
            self.assertEqual(node.save(), before)
            again, untouched = node.observe(FULL, BEGIN), disk_engine().observe(FULL, BEGIN)
            self.assertEqual((again.digest, again.number), (untouched.digest, untouched.number))

    def test_what_is_refused_changes_nothing(self) -> None:
        node = engine()
        wrong = '{"node": {"memory": {"availableBytes": "1"}}}'
        cases = [
            (lambda: node.observe(b"", BEGIN), Status.InvalidJson, "$", 0),
            (lambda: node.observe('{"node": {', BEGIN), Status.InvalidJson, "$.node", 10),
            (
                lambda: node.observe(wrong, BEGIN),
                Status.WrongType,
                "$.node.memory.availableBytes",
                39,
            ),
            (lambda: node.pods(b""), Status.InvalidJson, "$", 0),
            (lambda: node.admit(""), Status.InvalidJson, "$", 0),
            (lambda: node.configure(""), Status.InvalidJson, "$", 0),
            (lambda: node.pods(bytes(20 * 2**20 + 1)), Status.InputTooLarge, None, None),
            (lambda: node.restore(b"state"), Status.InvalidState, None, None),
            (lambda: node.thaw(b"list"), Status.InvalidSnapshot, None, None),
            (lambda: node.report(3), Status.InvalidArgument, None, None),
        ]
        for verb, status, path, offset in cases:
            with self.subTest(status=status, path=path), self.assertRaises(Refused) as caught:
                verb()
            refused = caught.exception
            self.assertEqual((refused.status, refused.path, refused.offset), (status, path, offset))
            self.assertTrue(refused.reason)
        step = node.observe(summary(50, BEGIN), BEGIN)
        self.assertEqual((step.number, step.evictions[0].name), (1, "greedy"))

    def test_every_error_of_a_configuration_is_told(self) -> None:
        with self.assertRaises(Refused) as caught:
            Engine({"evictionHard": {"memory.available": "100MiB", "disk": "1"}})
        self.assertEqual(caught.exception.status, Status.InvalidConfiguration)
        self.assertTrue(caught.exception.errors)
        self.assertTrue(str(caught.exception).startswith("KubeletConfiguration evictionHard["))

    def test_options_stand_beside_the_configuration(self) -> None:
        layout = {"dedicatedImageFs": True, "splitContainerFs": False}
        for config in ("{}", " { } \n", CONFIG):
            policy = Engine(config, kubelet_version="v1.31.2+k3s1", layout=layout).policy
            self.assertEqual((policy["kubeletVersion"], policy["layout"]), ("1.31", layout))
        for config in ("", "{", "}", "[{}]", '{"a": "}', "{} {}", "null"):
            with self.subTest(config=config), self.assertRaises(Refused):
                Engine(config, kubelet_version="1.31")
        with self.assertRaises(Refused) as caught:
            Engine({}, kubelet_version="2")
        self.assertEqual(caught.exception.errors[0].path, "plimsoll.kubeletVersion")

    def test_a_time_is_exact_or_an_error(self) -> None:
        node = engine()
        nanoseconds = 1_767_323_045_000_000_001
        self.assertEqual(node.missed(nanoseconds).time, "2026-01-02T03:04:05.000000001Z")
        other_zone = datetime(2026, 1, 2, 4, 4, 5, 1, timezone(timedelta(hours=1)))
        self.assertEqual(node.missed(other_zone).time, "2026-01-02T03:04:05.000001Z")
        for now in (datetime(2026, 1, 2), datetime(9999, 1, 1, tzinfo=timezone.utc), 2**63):
            with self.subTest(now=now), self.assertRaises(ValueError):
                node.missed(now)

    def test_numbers_with_a_fraction_are_decimals(self) -> None:
        pods = PODS.replace('"10Mi"', '"100m"')
        node = Engine(CONFIG)
        node.pods(pods)
        first = node.observe(summary(50, BEGIN), BEGIN).detail(1)["ranking"][0]
        self.assertEqual(first["request"], Decimal("0.1"))

    def test_a_state_is_restored_in_another_engine(self) -> None:
        first, second = engine(), engine()
        first.observe(summary(50, BEGIN), BEGIN)
        second.thaw(first.freeze())
        second.restore(first.save())
        now = BEGIN + timedelta(seconds=10)
        got, want = second.observe(summary(50, now), now), first.observe(summary(50, now), now)
        self.assertEqual((got.digest, got.number), (want.digest, 2))

    def test_admission_follows_the_conditions(self) -> None:
        node = engine()
        pod = {"kind": "Pod", "metadata": {"name": "new"}, "spec": {"containers": [{"name": "c"}]}}
        self.assertTrue(node.admit(pod).admit)
        node.observe(summary(50, BEGIN), BEGIN)
        admission = node.admit(pod)
        self.assertFalse(admission.admit)
        # pkg/kubelet/eviction/eviction_manager.go, Admit.
        self.assertEqual(admission.message, "The node had condition: [MemoryPressure]. ")


if __name__ == "__main__":
    unittest.main()
