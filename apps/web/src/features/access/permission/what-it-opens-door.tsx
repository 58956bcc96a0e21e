import { Lines } from '../../../ui/data-table/data-table-states.tsx';
import { latePart } from '../../../ui/late/late-part.tsx';
import { Wait } from '../../../ui/late/wait.tsx';

const Panel = latePart(() => import('./what-it-opens.tsx'));

/** The way to what a code opens; its tables are fetched when somebody asks. */
export const WhatItOpens = (props: { code: string; builtIn: boolean }) => (
  <Wait fallback={<Lines count={2} />}>
    <Panel {...props} />
  </Wait>
);
