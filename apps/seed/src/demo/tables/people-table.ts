import type { GroupName } from '@darkroom/server/testing/groups';

export interface DemoPerson {
  username: string;
  full_name: string;
  group: GroupName;
  gender: 'Male' | 'Female';
  position: string;
  team?: TeamName;
  /** Description in the printed sign-ins. Absent for people who are not printed. */
  role?: string;
}

export const TEAMS = ['Ánh Sáng', 'Bình Minh', 'Lụa', 'Chuyển Động', 'Kiểm Định', 'Văn Phòng'] as const;
export type TeamName = (typeof TEAMS)[number];

export const TEAM_LEADERS: Readonly<Record<TeamName, string>> = {
  'Ánh Sáng': 'leader.pte',
  'Bình Minh': 'huong.dang',
  Lụa: 'huong.dang',
  'Chuyển Động': 'leader.ots',
  'Kiểm Định': 'phuc.ly',
  'Văn Phòng': 'boss',
};

type Row = readonly [
  username: string,
  full_name: string,
  group: GroupName,
  gender: 'M' | 'F',
  position: string,
  team?: TeamName,
  role?: string,
];

const ROWS: readonly Row[] = [
  ['admin', 'Trịnh Quốc Bảo', 'Superuser', 'M', 'System administrator', 'Văn Phòng', 'Superuser'],
  ['boss', 'Lê Thị Thanh Mai', 'Boss', 'F', 'Director', 'Văn Phòng', 'Boss'],
  ['cs', 'Phạm Ngọc Ánh', 'Customer service', 'F', 'Customer service', 'Văn Phòng', 'Customer service'],
  ['khanh.vu', 'Vũ Gia Khánh', 'Customer service', 'M', 'Customer service', 'Văn Phòng'],
  ['thao.ho', 'Hồ Phương Thảo', 'Customer service', 'F', 'Customer service', 'Văn Phòng'],
  ['leader.pte', 'Nguyễn Hữu Thành', 'Leader PTE', 'M', 'Photo team leader', 'Ánh Sáng', 'Leader PTE'],
  ['huong.dang', 'Đặng Thu Hương', 'Leader PTE', 'F', 'Photo team leader', 'Lụa'],
  ['leader.ots', 'Bùi Minh Đức', 'Leader OTS', 'M', 'Video and plans leader', 'Chuyển Động', 'Leader OTS'],
  ['phuc.ly', 'Lý Hoàng Phúc', 'Leader OTS', 'M', 'Quality leader', 'Kiểm Định'],
  ['editor.pte', 'Trần Thị Kim Chi', 'Editor PTE', 'F', 'Photo editor', 'Ánh Sáng', 'Editor PTE'],
  ['anh.nguyen', 'Nguyễn Tuấn Anh', 'Editor PTE', 'M', 'Senior photo editor', 'Ánh Sáng'],
  ['bich.tran', 'Trần Ngọc Bích', 'Editor PTE', 'F', 'Photo editor', 'Ánh Sáng'],
  ['cuong.le', 'Lê Mạnh Cường', 'Editor PTE', 'M', 'Photo editor', 'Ánh Sáng'],
  ['dung.pham', 'Phạm Thùy Dung', 'Editor PTE', 'F', 'Photo editor', 'Ánh Sáng'],
  ['duong.hoang', 'Hoàng Hải Dương', 'Editor PTE', 'M', 'Senior photo editor', 'Bình Minh'],
  ['giang.vo', 'Võ Hương Giang', 'Editor PTE', 'F', 'Photo editor', 'Bình Minh'],
  ['ha.phan', 'Phan Thu Hà', 'Editor PTE', 'F', 'Photo editor', 'Bình Minh'],
  ['hieu.truong', 'Trương Trung Hiếu', 'Editor PTE', 'M', 'Photo editor', 'Bình Minh'],
  ['hoa.bui', 'Bùi Quỳnh Hoa', 'Editor PTE', 'F', 'Photo editor', 'Bình Minh'],
  ['hung.do', 'Đỗ Việt Hưng', 'Editor PTE', 'M', 'Senior photo editor', 'Lụa'],
  ['lan.ngo', 'Ngô Hoàng Lan', 'Editor PTE', 'F', 'Retoucher', 'Lụa'],
  ['linh.duong', 'Dương Khánh Linh', 'Editor PTE', 'F', 'Retoucher', 'Lụa'],
  ['long.huynh', 'Huỳnh Bảo Long', 'Editor PTE', 'M', 'Retoucher', 'Lụa'],
  ['my.dinh', 'Đinh Trà My', 'Editor PTE', 'F', 'Retoucher', 'Lụa'],
  ['nam.mai', 'Mai Hoài Nam', 'Editor PTE', 'M', 'Photo editor', 'Lụa'],
  ['editor.ots', 'Cao Xuân Sơn', 'Editor OTS', 'M', 'Video editor', 'Chuyển Động', 'Editor OTS'],
  ['nga.ta', 'Tạ Thúy Nga', 'Editor OTS', 'F', 'Video editor', 'Chuyển Động'],
  ['nhat.lam', 'Lâm Quang Nhật', 'Editor OTS', 'M', 'Video editor', 'Chuyển Động'],
  ['phuong.chau', 'Châu Bích Phượng', 'Editor OTS', 'F', 'Plan drawer', 'Chuyển Động'],
  ['quan.ha', 'Hà Anh Quân', 'Editor OTS', 'M', 'Plan drawer', 'Chuyển Động'],
  ['son.kieu', 'Kiều Thái Sơn', 'Editor OTS', 'M', 'Staging artist', 'Chuyển Động'],
  ['tam.luu', 'Lưu Thanh Tâm', 'Editor OTS', 'F', 'Data processor', 'Chuyển Động'],
  ['thu.quach', 'Quách Minh Thư', 'Editor OTS', 'F', 'Data processor', 'Chuyển Động'],
  ['qc.pte', 'Tôn Nữ Diệu Linh', 'QC PTE', 'F', 'Quality controller', 'Kiểm Định', 'QC PTE'],
  ['qc2.pte', 'Vương Đình Khoa', 'QC PTE', 'M', 'Quality controller', 'Kiểm Định', 'QC PTE, the second pair of eyes'],
  ['trang.thai', 'Thái Huyền Trang', 'QC PTE', 'F', 'Quality controller', 'Kiểm Định'],
  ['trung.nghiem', 'Nghiêm Đức Trung', 'QC PTE', 'M', 'Quality controller', 'Kiểm Định'],
  ['tuyet.doan', 'Đoàn Ánh Tuyết', 'QC PTE', 'F', 'Quality controller', 'Kiểm Định'],
  ['vinh.tang', 'Tăng Thế Vinh', 'QC PTE', 'M', 'Quality controller', 'Kiểm Định'],
  ['qc.ots', 'Giang Mỹ Uyên', 'QC OTS', 'F', 'Quality controller', 'Kiểm Định', 'QC OTS'],
  ['qc2.ots', 'Khổng Nhật Minh', 'QC OTS', 'M', 'Quality controller', 'Kiểm Định', 'QC OTS, the second pair of eyes'],
  ['xuan.la', 'La Thanh Xuân', 'QC OTS', 'F', 'Quality controller', 'Kiểm Định'],
  ['yen.thach', 'Thạch Hải Yến', 'QC OTS', 'F', 'Quality controller', 'Kiểm Định'],
  ['accountant', 'Đàm Tuyết Nhung', 'Accountant', 'F', 'Accountant', 'Văn Phòng', 'Accountant'],
  ['viet.ung', 'Ứng Quốc Việt', 'Accountant', 'M', 'Accountant', 'Văn Phòng'],
];

/** Everyone who works in the demo bureau. */
export const PEOPLE: readonly DemoPerson[] = ROWS.map(([username, full_name, group, gender, position, team, role]) => ({
  username,
  full_name,
  group,
  gender: gender === 'M' ? 'Male' : 'Female',
  position,
  team,
  role,
}));
