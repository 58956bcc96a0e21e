// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { useReportColumns } from './report-columns.tsx';

function Heads({ isBureau }: { isBureau: boolean }) {
  const columns = useReportColumns({ isBureau });
  return <p role="note">{columns.map(({ key }) => key).join(' ')}</p>;
}

it.each([
  [false, 'name retail quantity amount'],
  [true, 'name retail wholesale estimate quantity amount'],
])('a customer’s own report has the same columns when empty and when filled (%s)', async (isBureau, headings) => {
  await showPart(<Heads isBureau={isBureau} />);
  expect((await screen.findByRole('note')).textContent).toBe(headings);
});
