import type { ServerResponse } from 'node:http';
import type { Topic } from '@darkroom/contract/endpoint';
import { portalRead } from '@darkroom/contract/portal/portal';
import { can } from '@darkroom/domain/permission/access';
import { getTaskVisibility, type TaskVisibility } from '@darkroom/domain/task/visibility';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/connect.ts';
import type { SessionActor } from '../http/context.ts';
import { findSessions, findViewedCustomer } from '../http/session/session.ts';
import { findTvBoards } from '../http/session/tv-board.ts';
import { findCurrentTasks, getReceivedChange, getTvBoardChange, type ReceivedChange } from './audience.ts';
import { findOwners, createCustomerMessage } from './customers.ts';
import type { LiveMessage } from './emit.ts';

interface Stream {
  readonly raw: ServerResponse;
  readonly hash: Buffer;
  actor: SessionActor;
  visibility: TaskVisibility;
  /** Id of the portal view with which staff receives the messages of a customer (decision 104). */
  readonly view_as: string | null;
}

/** Limit of buffered bytes. A browser that does not read its stream is then disconnected. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

export interface Streams {
  readonly size: () => number;
  /** Returns the number of open streams of a person or TV board. */
  readonly countByHolder: (actor: SessionActor) => number;
  open(raw: ServerResponse, hash: Buffer, actor: SessionActor, view_as: string | null): void;
  /** Sends a message to the streams that it concerns. */
  deliver(message: LiveMessage): void;
  /** Tells every browser to refetch everything. */
  resync(): void;
  /** Sends a heartbeat to every browser and checks every session. Streams of ended or changed sessions are updated. */
  sendHeartbeat(): Promise<void>;
  closeAll(): void;
}

export function createStreams(db: Database, clock: () => string, log: FastifyBaseLogger): Streams {
  const streams = new Set<Stream>();
  let waiting: LiveMessage[] = [];
  let draining: Promise<void> | null = null;

  const write = ({ raw }: Stream, text: string): void => {
    if (raw.destroyed || raw.writableEnded) return;
    raw.write(text);
    if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
  };
  // Hidden screens use this number to take turns with their refetches. Customers receive no number of the bureau.
  const createStreamInfo = ({ actor }: Stream) =>
    JSON.stringify(actor.account === 'staff' ? { screens: streams.size } : {});
  const resync = () => {
    for (const stream of streams) write(stream, 'event: resync\ndata: {}\n\n');
  };
  const end = (stream: Stream) => {
    streams.delete(stream);
    write(stream, 'event: end\ndata: {}\n\n');
    stream.raw.end();
  };

  const findViewedActor = async (viewer: SessionActor, view_as: string) =>
    can(viewer, portalRead.viewedBy) ? findViewedCustomer(db, viewer, view_as, clock()) : null;

  async function checkSessions(checkedStreams: readonly Stream[]): Promise<void> {
    if (checkedStreams.length === 0) return;
    const hashes = (tvBoards: boolean) =>
      checkedStreams.filter(({ actor }) => (actor.tvBoard !== undefined) === tvBoards).map(({ hash }) => hash);
    const [people, tvBoards] = [hashes(false), hashes(true)];
    const found = [
      ...(people.length > 0 ? [await findSessions(db, people, clock())] : []),
      ...(tvBoards.length > 0 ? [await findTvBoards(db, tvBoards, clock())] : []),
    ];
    const liveSessions = new Map(found.flatMap(({ sessions }) => [...sessions]));
    for (const stream of checkedStreams) {
      const sessionActor = liveSessions.get(stream.hash.toString('hex'))?.actor;
      const actor = sessionActor && stream.view_as ? await findViewedActor(sessionActor, stream.view_as) : sessionActor;
      if (!actor) {
        end(stream);
        continue;
      }
      const changed = getPermissionKey(actor) !== getPermissionKey(stream.actor);
      stream.actor = actor;
      stream.visibility = getTaskVisibility(actor);
      if (changed) write(stream, changeEvent('session', { ids: [actor.user_id] }));
    }
  }

  // Messages that arrive during the database reads for earlier messages are handled together afterwards.
  async function passWaitingNotes(): Promise<void> {
    while (waiting.length > 0) {
      const messages = waiting;
      waiting = [];
      try {
        await passMessages(messages);
      } catch (error) {
        log.warn({ reason: String(error) }, 'live: messages could not be passed on');
        resync();
      }
    }
    draining = null;
  }

  async function passMessages(messages: readonly LiveMessage[]): Promise<void> {
    const people = new Set(messages.flatMap((message) => (message.topic === 'session' ? (message.people ?? []) : [])));
    const isConcerned = ({ actor: { user_id, viewer = user_id } }: Stream) => people.has(user_id) || people.has(viewer);
    const tvBoards = new Set(messages.flatMap((message) => message.tvBoards ?? []));
    if (tvBoards.size > 0)
      await checkSessions([...streams].filter(({ actor }) => actor.tvBoard && tvBoards.has(actor.session_id)));
    if (people.size > 0) await checkSessions([...streams].filter(isConcerned));
    const tasks = messages.flatMap((message) => (message.topic === 'task' ? message.ids : []));
    const now = await findCurrentTasks(db, [...new Set(tasks)]);
    const customers = [...streams].some(({ actor }) => actor.account === 'customer');
    const owners = customers ? await findOwners(db, messages) : new Map<string, never>();
    const createText = (stream: Stream): string => {
      const events = messages.flatMap((message) => {
        if (stream.actor.account === 'customer') {
          const customerNote = createCustomerMessage(stream.actor, message, owners);
          return customerNote ? [changeEvent(customerNote.topic, { ids: customerNote.ids }, customerNote.by)] : [];
        }
        const { tvBoard } = stream.actor;
        const change = tvBoard ? getTvBoardChange(tvBoard, message, now) : getReceivedChange(stream, message, now);
        return change ? [changeEvent(message.topic, change, message.by)] : [];
      });
      return events.join('');
    };
    // After a heartbeat, the windows of a session share their actor. The text is created once for all of them.
    const texts = new Map<SessionActor, string>();
    for (const stream of streams) {
      const text = texts.get(stream.actor) ?? createText(stream);
      texts.set(stream.actor, text);
      if (text !== '') write(stream, text);
    }
  }

  return {
    size: () => streams.size,
    countByHolder: (member) => [...streams].filter(({ actor }) => getHolderKey(actor) === getHolderKey(member)).length,
    open: (raw, hash, actor, view_as) => {
      const stream: Stream = { raw, hash, actor, visibility: getTaskVisibility(actor), view_as };
      streams.add(stream);
      raw.on('close', () => streams.delete(stream));
      raw.on('error', () => streams.delete(stream));
      write(stream, `event: ready\ndata: ${createStreamInfo(stream)}\n\n`);
      // The session can have ended since the access check, and its message has then already passed.
      checkSessions([stream]).catch((error: unknown) => log.warn({ reason: String(error) }, 'live: session unknown'));
    },
    deliver: (message) => {
      if (streams.size === 0) return;
      waiting.push(message);
      // The messages of one change arrive one by one. They are sent together.
      draining ??= Promise.resolve().then(passWaitingNotes);
    },
    resync,
    sendHeartbeat: async () => {
      for (const stream of streams) write(stream, `event: beat\ndata: ${createStreamInfo(stream)}\n\n`);
      await checkSessions([...streams]);
    },
    closeAll: () => {
      for (const stream of streams) end(stream);
    },
  };
}

const changeEvent = (topic: Topic, change: ReceivedChange, by?: string): string =>
  `event: change\ndata: ${JSON.stringify({ topic, ...change, by })}\n\n`;

/** Returns the owner of a stream: a person, in any customer's portal, or a TV board. */
const getHolderKey = ({ tvBoard, session_id, viewer, user_id }: SessionActor): string =>
  tvBoard ? `tv_board ${session_id}` : `user ${viewer ?? user_id}`;

const getPermissionKey = (actor: SessionActor): string =>
  JSON.stringify([
    actor.tvBoard,
    actor.is_superuser,
    actor.must_change_password,
    actor.customer,
    [...actor.permissions].sort(),
  ]);
