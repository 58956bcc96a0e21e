// @vitest-environment happy-dom
import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { teamEndpoints } from '@darkroom/contract/staff/team';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { allowanceList } from '../features/allowance/allowance-search.ts';
import { StaffFilters } from '../features/allowance/list/staff-filters.tsx';
import { AuditFilters } from '../features/audit/audit-page.tsx';
import { auditList } from '../features/audit/audit-search.ts';
import { CategoryFilters } from '../features/category/category-page.tsx';
import { categoryList } from '../features/category/category-search.ts';
import { CustomerFilters } from '../features/customer/customer-page.tsx';
import { customerList } from '../features/customer/customer-search.ts';
import { detailList } from '../features/job/details/detail-search.ts';
import { JobFilters } from '../features/job/list/job-filters.tsx';
import { jobList } from '../features/job/list/job-search.ts';
import { PortalJobFilters } from '../features/portal/job/portal-job-page.tsx';
import { portalJobList } from '../features/portal/job/portal-job-search.ts';
import { PortalRequestFilters } from '../features/portal/request/contact-page.tsx';
import { portalRequestList } from '../features/portal/request/portal-request-search.ts';
import { redoList, RedoFilters } from '../features/redo/redo-page.tsx';
import { RequestFilters } from '../features/request/request-page.tsx';
import { requestList } from '../features/request/request-search.ts';
import { MemberFilters } from '../features/staff/member/member-page.tsx';
import { memberList } from '../features/staff/member/member-search.ts';
import { TaskFilters } from '../features/task/list/task-filters.tsx';
import { taskList } from '../features/task/list/task-search.ts';
import type { ListSearch } from '../lib/list-search.ts';
import { parseSearch, type SetSearch } from '../lib/use-screen-search.ts';
import { showPart } from '../testing/part.tsx';
import { createSampleValue } from '../testing/sample.ts';

/** Creates a filter bar with its list. The screens combine the types. Here each bar receives the data of its list. */
const createBar = <S extends object>(
  list: ListSearch<S>,
  show: (search: S, setSearch: SetSearch<S>) => ReactNode,
  otherParams: Record<string, unknown> = {},
) => ({
  names: list.filters,
  fields: (list.schema as unknown as z.ZodObject).shape as Record<string, z.ZodType>,
  /** Renders the bar for a URL with these parameters. */
  over: (raw: Record<string, unknown>, setSearch: SetSearch<S> = () => undefined) =>
    show(parseSearch(list.schema, { ...otherParams, ...raw }), setSearch),
});

const BARS = {
  jobs: createBar(jobList, (search, setSearch) => <JobFilters list={jobList} search={search} setSearch={setSearch} />),
  details: createBar(detailList, (search, setSearch) => (
    <JobFilters list={detailList} search={search} setSearch={setSearch} isByDetail />
  )),
  tasks: createBar(taskList, (search, setSearch) => <TaskFilters tab="all" search={search} setSearch={setSearch} />),
  rework: createBar(redoList, (search, setSearch) => <RedoFilters search={search} setSearch={setSearch} />),
  requests: createBar(requestList, (search, setSearch) => <RequestFilters search={search} setSearch={setSearch} />, {
    show: 'list',
  }),
  customers: createBar(customerList, (search, setSearch) => <CustomerFilters search={search} setSearch={setSearch} />),
  allowances: createBar(allowanceList, (search, setSearch) => <StaffFilters search={search} setSearch={setSearch} />),
  audit: createBar(auditList, (search, setSearch) => <AuditFilters search={search} setSearch={setSearch} />),
  members: createBar(memberList, (search, setSearch) => <MemberFilters search={search} setSearch={setSearch} />),
  'own jobs': createBar(portalJobList, (search, setSearch) => (
    <PortalJobFilters search={search} setSearch={setSearch} />
  )),
  'own requests': createBar(portalRequestList, (search, setSearch) => (
    <PortalRequestFilters search={search} setSearch={setSearch} />
  )),
  categories: createBar(categoryList, (search, setSearch) => <CategoryFilters search={search} setSearch={setSearch} />),
};

const findChips = () => screen.queryAllByRole('button', { name: /^Remove filter/ });

describe('filters of the list of', () => {
  it.each(Object.entries(BARS))(
    '%s shows each filter as a chip that removes it',
    async (_name, { names, fields, over }) => {
      const permissions = ['npn_admin_customer_request', 'npn_cs_customer_request', 'npn_view_all_customer_request'];
      const { update } = await showPart(over({}), { permissions });
      await screen.findByRole('searchbox');
      expect(findChips()).toEqual([]);
      for (const name of names) {
        const setSearch = vi.fn<(patch: object) => void>();
        update(over({ [name]: createSampleValue(fields[name]!) }, setSearch));
        expect(findChips(), name).toHaveLength(1);
        fireEvent.click(findChips()[0]!);
        const [patch] = setSearch.mock.calls[0] ?? [];
        expect(patch, name).toHaveProperty(name, undefined);
        expect(patch, name).toHaveProperty('page', 1);
      }
    },
  );
});

it.each(['members', 'allowances'] as const)('the filters of %s show teams and groups by name', async (name) => {
  const { network, update } = await showPart(null, { is_superuser: true });
  network.respond(teamEndpoints.list.path, () => Response.json({ results: [{ id: 3, team_name: 'Ánh Sáng' }] }));
  network.respond(staffEndpoints.choices.path, () =>
    Response.json({ groups: [{ id: 7, group_name: 'Leader PTE' }], departments: [], workplaces: [] }),
  );
  update(BARS[name].over({ team_id: [3], group_id: [7] }));
  const readChips = () => findChips().map((chip) => chip.closest('li')?.textContent);
  await waitFor(() =>
    expect(readChips()).toEqual([expect.stringContaining('Ánh Sáng'), expect.stringContaining('Leader PTE')]),
  );
});
