"""Why a deal went to whom, and why it was worth what: the sentences of section 9, noted for translation."""

from __future__ import annotations

from typing import Final


def mark(sentence: str) -> str:
    """The same sentence; the call notes it for translation, which is done where a language is known."""
    return sentence


CLAIMED_RIGHTLY: Final = mark("Whoever claims 66 and has them wins the deal.")
REACHED: Final = mark("Whoever reaches 66 first wins the deal at once.")
CLOSER_MADE_IT: Final = mark("The closer made 66.")
CLOSER_WINS_UNSAID: Final = mark("The closer has 66; after a close the last trick does not matter.")
OPPONENT_WAS_FIRST: Final = mark("The closer's opponent had 66 first.")
CLOSER_HAS_TOO_LITTLE: Final = mark("Whoever closes and does not make 66 loses the deal.")
CLOSER_CLAIMED_WRONGLY: Final = mark("The closer claimed without 66: the close has failed.")
CLOSER_STAYED_SILENT: Final = mark("The closer did not say 66 and lost the last trick: the close has failed.")
CLAIMED_WRONGLY: Final = mark("Whoever claims without 66 loses the deal.")
LAST_TRICK_WINS: Final = mark("The talon is gone and nobody claimed: the last trick wins the deal.")
CLAIMED_AT_THE_LAST_TRICK: Final = mark("Play went to the very last trick, and it wins the deal.")
REVOKE_LOSES: Final = mark("Whoever revokes loses the deal at once.")

NO_TRICK: Final = mark("The loser has no trick: three points.")
NO_TRICK_AT_CLOSE: Final = mark("The loser had no trick at the close: three points.")
UNDER_33: Final = mark("The loser has a trick but fewer than 33 card points: two points.")
UNDER_33_AT_CLOSE: Final = mark(
    "The loser had a trick but fewer than 33 card points at the close: two points."
)
FROM_33: Final = mark("The loser has 33 card points or more: one point.")
FROM_33_AT_CLOSE: Final = mark("The loser had 33 card points or more at the close: one point.")

AS_IF_CORRECT: Final = mark("A false claim is worth what the claimer would have won with it.")
FALSE_CLAIM_TWO: Final = mark("A false claim costs two points.")
FALSE_CLAIM_THREE: Final = mark("A false claim costs three points while the opponent has no trick.")
FAILED_CLOSE_TWO: Final = mark("A failed close costs two points: the opponent had a trick at the close.")
FAILED_CLOSE_THREE: Final = mark("A failed close costs three points: the opponent had no trick at the close.")
FAILED_CLOSE_ALWAYS_TWO: Final = mark("A failed close always costs two points.")
LAST_TRICK_ONE: Final = mark("The last trick is worth one point.")
REVOKE_THREE: Final = mark("A revoke costs three points.")
