import type { ServerResponse } from 'node:http';
import type { Topic } from '@darkroom/contract/endpoint';
import { portalRead } from '@darkroom/contract/portal/portal';
import { can } from '@darkroom/domain/permission/access';
import { taskVisibility, type TaskVisibility } from '@darkroom/domain/task/visibility';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/connect.ts';
import type { SessionActor } from '../http/context.ts';
import { findSessions, findViewed } from '../http/session/session.ts';
import { findTvBoards } from '../http/session/tv-board.ts';
import { findTasksNow, told, receivedByTvBoard, type Told } from './audience.ts';
import { findOwners, noteFor } from './customers.ts';
import type { LiveNote } from './emit.ts';

/** An open stream to a browser. */
interface Stream {
  readonly raw: ServerResponse;
  readonly hash: Buffer;
  actor: SessionActor;
  sight: TaskVisibility;
  /** Id of the portal view with which staff receives the notes of a customer (decision 104). */
  readonly view_as: string | null;
}

/** Buffered bytes at which a browser that does not read its stream is disconnected. */
const MAX_WAITING = 1024 * 1024;

/** All streams of this process. */
export interface Streams {
  readonly size: () => number;
  /** Number of open streams of a person or TV board. */
  readonly of: (actor: SessionActor) => number;
  open(raw: ServerResponse, hash: Buffer, actor: SessionActor, view_as: string | null): void;
  /** Sends a note to the streams that it concerns. */
  deliver(note: LiveNote): void;
  /** Makes every browser refetch everything. */
  resync(): void;
  /** Sends a heartbeat to every browser and checks every session. Streams of ended or changed sessions are updated. */
  beat(): Promise<void>;
  closeAll(): void;
}

export function createStreams(db: Database, clock: () => string, log: FastifyBaseLogger): Streams {
  const streams = new Set<Stream>();
  let waiting: LiveNote[] = [];
  let draining: Promise<void> | null = null;

  const write = ({ raw }: Stream, text: string): void => {
    if (raw.destroyed || raw.writableEnded) return;
    raw.write(text);
    if (raw.writableLength > MAX_WAITING) raw.destroy();
  };
  // Hidden screens use this number to take turns with their refetches. Customers receive no number of the bureau.
  const sizeFor = ({ actor }: Stream) => JSON.stringify(actor.account === 'staff' ? { screens: streams.size } : {});
  const resync = () => {
    for (const stream of streams) write(stream, 'event: resync\ndata: {}\n\n');
  };
  const end = (stream: Stream) => {
    streams.delete(stream);
    write(stream, 'event: end\ndata: {}\n\n');
    stream.raw.end();
  };

  const viewedBy = async (own: SessionActor, view_as: string) =>
    can(own, portalRead.viewedBy) ? findViewed(db, own, view_as, clock()) : null;

  async function lookAtSessions(some: readonly Stream[]): Promise<void> {
    if (some.length === 0) return;
    const hashes = (walls: boolean) =>
      some.filter(({ actor }) => (actor.wall !== undefined) === walls).map(({ hash }) => hash);
    const [people, walls] = [hashes(false), hashes(true)];
    const found = [
      ...(people.length > 0 ? [await findSessions(db, people, clock())] : []),
      ...(walls.length > 0 ? [await findTvBoards(db, walls, clock())] : []),
    ];
    const living = new Map(found.flatMap(({ sessions }) => [...sessions]));
    for (const stream of some) {
      const own = living.get(stream.hash.toString('hex'))?.actor;
      const actor = own && stream.view_as ? await viewedBy(own, stream.view_as) : own;
      if (!actor) {
        end(stream);
        continue;
      }
      const changed = rightsOf(actor) !== rightsOf(stream.actor);
      stream.actor = actor;
      stream.sight = taskVisibility(actor);
      if (changed) write(stream, changeEvent('session', { ids: [actor.user_id] }));
    }
  }

  // Notes that arrive during the database reads for earlier notes are handled together afterwards.
  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const notes = waiting;
      waiting = [];
      try {
        await pass(notes);
      } catch (error) {
        log.warn({ reason: String(error) }, 'live: notes could not be passed on');
        resync();
      }
    }
    draining = null;
  }

  async function pass(notes: readonly LiveNote[]): Promise<void> {
    const people = new Set(notes.flatMap((note) => (note.topic === 'session' ? (note.people ?? []) : [])));
    const concerned = ({ actor: { user_id, viewer = user_id } }: Stream) => people.has(user_id) || people.has(viewer);
    const walls = new Set(notes.flatMap((note) => note.walls ?? []));
    if (walls.size > 0)
      await lookAtSessions([...streams].filter(({ actor }) => actor.wall && walls.has(actor.session_id)));
    if (people.size > 0) await lookAtSessions([...streams].filter(concerned));
    const tasks = notes.flatMap((note) => (note.topic === 'task' ? note.ids : []));
    const now = await findTasksNow(db, [...new Set(tasks)]);
    const customers = [...streams].some(({ actor }) => actor.account === 'customer');
    const owners = customers ? await findOwners(db, notes) : new Map<string, never>();
    for (const stream of streams) {
      const heard = notes.flatMap((note) => {
        if (stream.actor.account === 'customer') {
          const own = noteFor(stream.actor, note, owners);
          return own ? [changeEvent(own.topic, { ids: own.ids }, own.by)] : [];
        }
        const { wall } = stream.actor;
        const change = wall ? receivedByTvBoard(wall, note, now) : told(stream, note, now);
        return change ? [changeEvent(note.topic, change, note.by)] : [];
      });
      if (heard.length > 0) write(stream, heard.join(''));
    }
  }

  return {
    size: () => streams.size,
    of: (whose) => [...streams].filter(({ actor }) => holderOf(actor) === holderOf(whose)).length,
    open: (raw, hash, actor, view_as) => {
      const stream: Stream = { raw, hash, actor, sight: taskVisibility(actor), view_as };
      streams.add(stream);
      raw.on('close', () => streams.delete(stream));
      raw.on('error', () => streams.delete(stream));
      write(stream, `event: ready\ndata: ${sizeFor(stream)}\n\n`);
      // The session can have ended since the access check, and its note has then already passed.
      lookAtSessions([stream]).catch((error: unknown) => log.warn({ reason: String(error) }, 'live: session unknown'));
    },
    deliver: (note) => {
      if (streams.size === 0) return;
      waiting.push(note);
      // The notes of one change arrive one by one. They are sent together.
      draining ??= Promise.resolve().then(drain);
    },
    resync,
    beat: async () => {
      for (const stream of streams) write(stream, `event: beat\ndata: ${sizeFor(stream)}\n\n`);
      await lookAtSessions([...streams]);
    },
    closeAll: () => {
      for (const stream of streams) end(stream);
    },
  };
}

const changeEvent = (topic: Topic, change: Told, by?: string): string =>
  `event: change\ndata: ${JSON.stringify({ topic, ...change, by })}\n\n`;

/** Owner of a stream: a person, in any customer's portal, or a TV board. */
const holderOf = ({ wall, session_id, viewer, user_id }: SessionActor): string =>
  wall ? `wall ${session_id}` : `user ${viewer ?? user_id}`;

const rightsOf = (actor: SessionActor): string =>
  JSON.stringify([
    actor.wall,
    actor.is_superuser,
    actor.must_change_password,
    actor.customer,
    [...actor.permissions].sort(),
  ]);
