"""Texts of objects of any size."""

import io
import unittest

from plimsoll import ObjectDocument, ObjectsError
from tests.node import engine


class Trickle(io.BytesIO):
    """Gives one byte at a time."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(1)


class ObjectsTest(unittest.TestCase):
    def test_a_text_of_objects_is_split(self) -> None:
        inner = '{"items": [{"kind": "Pod"}], "kind": "List"}'
        text = f'{{"kind": "Node"}} {{"items": [{{"kind": "Pod"}}, {inner}, {{}}], "kind": "List"}}'
        expected = [
            ObjectDocument(content=b'{"kind": "Node"}', offset=0),
            ObjectDocument(
                content=b'{"kind":"List","items":[{"kind": "Pod"}]}',
                offset=28,
                prefix=24,
                first_item=0,
            ),
            ObjectDocument(content=inner.encode(), offset=45, list="$.items[1]"),
            ObjectDocument(
                content=b'{"kind":"List","items":[{}]}', offset=91, prefix=24, first_item=2
            ),
        ]
        for source in (io.BytesIO(text.encode()), Trickle(text.encode())):
            self.assertEqual(list(engine().split_objects(source)), expected)

    def test_a_large_list_is_split_between_its_items(self) -> None:
        item = '{"metadata": {"name": "%s"}}' % ("a" * 1000)
        text = '{"items": [%s], "kind": "PodList"}' % ",".join([item] * 3000)
        node, first = engine(), 0
        documents = list(node.split_objects(io.BytesIO(text.encode())))
        for document in documents:
            self.assertEqual(document.first_item, first)
            first += node.pods(document.content)
        self.assertEqual((len(documents), first), (3, 3000))

    def test_a_text_that_is_cut_off_is_refused_after_its_documents(self) -> None:
        documents = engine().split_objects(io.BytesIO(b'{"kind": "Pod"} {"kind'))
        with self.assertRaises(ObjectsError) as caught:
            next(documents)
        self.assertEqual(
            str(caught.exception),
            "it ends inside an object, at byte 22; it was cut off: get it again",
        )
