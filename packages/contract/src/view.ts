import { anyStaff } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { body, id, oneOf, requiredText, version } from './fields.ts';

export const VIEW_SCREENS = ['job', 'task', 'redo', 'request', 'staff', 'customer'] as const;

/** Limit of views of one person, and of views shared with one team. */
export const MAX_VIEWS = 100;
export const MAX_PREFERENCES = 100;

const savedView = z.object({
  id: z.int().describe('ID of the view.'),
  version: z.int(),
  owner_id: z.int().describe('Account ID of the owner.'),
  team_id: z.int().nullable().describe('Team that the view is shared with. Null: private.'),
  screen: z.enum(VIEW_SCREENS),
  name: z.string().describe('Name of the view.'),
  search: z.record(z.string(), z.json()).describe('Filter and order, as in the URL of the screen.'),
});

/** A view of the list. `can_delete`: the caller's own view, or a view of a team that they are responsible for (decision 150). */
const listedView = savedView.extend({
  can_delete: z
    .boolean()
    .describe('True for the caller’s own view, and for a view of a team that they are responsible for.'),
});

/** Search part of a URL: flat and small. */
const MAX_SEARCH = 4000;
const search = () =>
  z
    .record(z.string().max(40, 'too_long'), z.json())
    .refine((value) => JSON.stringify(value).length <= MAX_SEARCH, { error: 'too_long', params: { limit: MAX_SEARCH } })
    .refine(
      (value) => JSON.stringify(value).isWellFormed() && !JSON.stringify(value).includes('\\u0000'),
      'hostile_text',
    );

export const viewEndpoints = {
  list: defineEndpoint({
    name: 'view.list',
    method: 'POST',
    path: '/api/view/list',
    summary: 'List the saved views of a screen',
    description: 'Includes the caller’s own views, and those shared with teams they are in or lead.',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({ screen: oneOf(VIEW_SCREENS) }),
    output: z.object({ results: z.array(listedView) }),
    errors: [],
    topics: ['setting'],
  }),
  save: defineEndpoint({
    name: 'view.save',
    method: 'POST',
    path: '/api/view/save',
    summary: 'Save the filter of a screen as a view',
    description: 'The view is private or shared with one of the caller’s teams. Send an id to change a view.',
    access: anyStaff,
    lock: null,
    kind: 'write',
    input: body({
      id: id().optional().describe('View to change. Absent: a new view.'),
      version: version().optional().describe('Version of the view that you read. Required with `id`.'),
      screen: oneOf(VIEW_SCREENS),
      name: requiredText().describe('Name of the view.'),
      team_id: id().nullable().default(null).describe('Team to share the view with. Null: private.'),
      search: search().describe('Filter and order, as in the URL of the screen.'),
    }),
    output: savedView,
    errors: ['not_found', 'stale', 'exists', 'limit_reached'],
  }),
  delete: defineEndpoint({
    name: 'view.delete',
    method: 'POST',
    path: '/api/view/delete',
    summary: 'Delete a saved view',
    description:
      'The view is the caller’s own or belongs to a team they lead. Anyone who can change teams can delete a view of any team.',
    access: anyStaff,
    lock: null,
    kind: 'write',
    input: body({ id: id().describe('ID of the view.') }),
    output: z.object({}),
    errors: ['not_found'],
  }),
  preferences: defineEndpoint({
    name: 'view.preferences',
    method: 'GET',
    path: '/api/user/preferences',
    summary: 'Get the caller’s preferences',
    description: 'Columns and density of each list, by key.',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.record(z.string(), z.json()),
    errors: [],
  }),
  setPreference: defineEndpoint({
    name: 'view.setPreference',
    method: 'POST',
    path: '/api/user/preferences',
    summary: 'Set one preference',
    description: 'Replaces the whole value of the key.',
    access: anyStaff,
    lock: null,
    kind: 'write',
    input: body({
      key: z
        .string()
        .regex(/^[a-z][a-z0-9_.]{0,59}$/, 'invalid')
        .describe('Key of the preference, such as a list.'),
      value: search().describe('Value of the preference. The value replaces the current one.'),
    }),
    output: z.object({}),
    errors: ['limit_reached'],
  }),
};

export type SavedView = z.output<typeof savedView>;
export type ListedView = z.output<typeof listedView>;
