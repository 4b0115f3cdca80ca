"""Whether pages of other sites may show the replay of a table in a frame."""

from __future__ import annotations

from msgspec import Struct

from api.http.requests.request import ApiRequest, SessionRequest
from api.http.routing import Routes
from domain.sessions.roles import GRANT

routes = Routes("sessions")


class EmbedChoice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether other sites may frame the replay."""

    allowed: bool


class EmbedState(Struct, frozen=True, kw_only=True):
    """Whether other sites may frame the replay, and the address to frame."""

    session: str
    allowed: bool
    address: str


@routes.session_get("/sessions/{session}/embedding", response=EmbedState)
def embedding(request: SessionRequest) -> EmbedState:
    """Whether other sites may frame the replay of a session."""
    return embed_state(request)


def embed_state(request: SessionRequest) -> EmbedState:
    """Whether the session of a request may be framed, and where."""
    allowed = request.view.setup.guests and request.service.sessions.recorder.may_embed(request.view.id)
    address = f"{request.base_url}/s/{request.view.id}/embed"
    return EmbedState(session=str(request.view.id), allowed=allowed, address=address)


@routes.post(
    "/sessions/{session}/embedding", body=EmbedChoice, response=EmbedState, permission=GRANT, example={"allowed": True}
)
async def set_the_embedding(request: ApiRequest) -> EmbedState:
    """Allow or forbid pages of other sites to frame the replay; they see what guests see.

    A table without guests is never framed.
    """
    view, _ = await request.service.authorized(request.session, request.token, GRANT)
    allowed = request.body.allowed and view.setup.guests
    await request.service.run_in_thread(request.service.sessions.set_embedding, view.id, allowed)
    return EmbedState(session=str(view.id), allowed=allowed, address=f"{request.base_url}/s/{view.id}/embed")
