import type { Rolldown } from 'vite';

/**
 * What is fetched together (docs/decisions/111): a module goes, with all that it needs, into the first of these that asks for
 * it; what none of them asks for is split by itself.
 */
const TOGETHER: readonly (readonly [name: string, ...sources: string[]])[] = [
  ['start', 'src/main.tsx', 'features/auth/login-page.tsx'],
  [
    'frame',
    'app/layout/layout.tsx',
    'app/home-page.tsx',
    'lib/call/live.ts',
    'features/notice/notice-bell.tsx',
    // Nearly everybody's first screen is a list.
    'ui/data-table/data-table.tsx',
    'ui/data-table/listed.ts',
    'ui/data-table/columns/data-table-two.tsx',
    'ui/filter-bar/filter-bar.tsx',
    'ui/filter-bar/filter-bar-choices.ts',
    'ui/saved-views/saved-views.tsx',
    'ui/export/export-button.tsx',
    'ui/page/page-head.tsx',
    'ui/call-button.tsx',
    'ui/late/once.tsx',
    'ui/link-out.tsx',
    'ui/number-field/use-number-rule.ts',
    'lib/list-search.ts',
    'lib/use-today.ts',
    'records/status/status-dot.tsx',
    'records/assign/batches.ts',
    'records/task/list/counts.ts',
    'records/task/steps/task-steps-of.ts',
    'contract/src/task.ts',
    'domain/src/calendar/day-range.ts',
  ],
  ['task', 'features/task/list/task-page.tsx', 'features/task/list/all-tasks.tsx', 'features/task/now/now.tsx'],
  [
    'fields',
    'ui/filter-bar/filter-bar-day-field.tsx',
    'ui/filter-bar/filter-bar-level-field.tsx',
    'ui/filter-bar/filter-bar-select-field.tsx',
    'ui/data-table/data-table-pager.tsx',
    'ui/data-table/edit/data-table-editor.tsx',
    'ui/export/export-menu.tsx',
    'ui/floating.tsx',
  ],
  ['form', 'ui/record-form/form-drawer.tsx', 'records/task/steps/step-dialog.tsx'],
  [
    'task-parts',
    'features/task/record/task-drawer.tsx',
    'features/task/record/task-times.tsx',
    'features/task/list/many-actions.tsx',
    'features/task/cockpit/cockpit.tsx',
    'records/assign/assign-panel.tsx',
  ],
];

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: TOGETHER.map(([name, ...sources], index) => ({
    name,
    test: (id: string) => sources.some((source) => id.endsWith(source)),
    priority: TOGETHER.length - index,
  })),
};
