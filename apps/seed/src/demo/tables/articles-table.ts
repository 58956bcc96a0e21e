import type { Article } from '@darkroom/contract/setting';

/** Article of the demo, with its age in days. */
export type DemoArticle = Pick<Article, 'title' | 'body' | 'pinned' | 'display_order'> & {
  key: string;
  daysAgo: number;
};

/** Topics for a studio that sends its work, in both languages. */
export const ARTICLES: readonly DemoArticle[] = [
  {
    key: 'sending-files',
    daysAgo: 80,
    pinned: true,
    display_order: 1,
    title: { en: 'How to send us your files', vi: 'Cách gửi ảnh cho chúng tôi' },
    body: {
      en: `Put the images of each job into **one folder** and share one link to it. Dropbox, Google Drive, WeTransfer and SFTP all work.

1. Name the folder after the job, for example \`2026-11-24 Harbour View 12\`.
2. Send the images as they came from the camera. RAW files give the best results.
3. Keep all exposures of one view together. We match them by the time they were taken.
4. For special wishes, add a text file or a marked-up image.

Please check that *anyone with the link* can open the folder and that it stays available for **14 days**. A link that we cannot open is the most common reason for a late start.`,
      vi: `Mỗi đơn hàng nên nằm trong **một thư mục**, kèm một liên kết chia sẻ. Quý khách có thể dùng Dropbox, Google Drive, WeTransfer hoặc SFTP.

1. Đặt tên thư mục theo đơn hàng, ví dụ \`2026-11-24 Harbour View 12\`.
2. Gửi ảnh gốc từ máy ảnh. Tệp RAW cho kết quả tốt nhất.
3. Để các ảnh cùng một góc chụp với mức phơi sáng khác nhau cạnh nhau. Chúng tôi ghép theo thời gian chụp.
4. Nếu có yêu cầu riêng, xin thêm một tệp văn bản hoặc một ảnh có đánh dấu.

Quý khách vui lòng kiểm tra rằng *bất kỳ ai có liên kết* đều mở được thư mục, và thư mục còn đó ít nhất **14 ngày**. Liên kết không mở được là lý do thường gặp nhất khiến công việc bắt đầu trễ.`,
    },
  },
  {
    key: 'turnaround',
    daysAgo: 75,
    pinned: true,
    display_order: 2,
    title: { en: 'When your images are ready', vi: 'Khi nào ảnh của Quý khách hoàn thành' },
    body: {
      en: `We work Monday to Saturday, **08:00–12:00 and 13:30–17:30 Hanoi time** (UTC+7). If a job arrives before 17:00, we begin it on the same day.

- **Photo editing** of up to 60 images: the next working day.
- **Virtual staging and renovation**: two working days.
- **Video and floor plans**: two to three working days.

If your job is urgent, please tell us when you order. Urgent jobs come first, and we let you know immediately if we cannot meet a due date.

You can follow every job under **Jobs** in this portal. A strip of three colours shows the progress of each part: *To Do*, *Pending*, *Completed*.

We put finished images into your **delivery folder** and send you its link with the delivery message.`,
      vi: `Chúng tôi làm việc từ thứ Hai đến thứ Bảy, **08:00–12:00 và 13:30–17:30 giờ Hà Nội** (UTC+7). Đơn đến trước 17:00 được bắt đầu ngay trong ngày.

- **Chỉnh sửa ảnh** đến 60 ảnh: ngày làm việc kế tiếp.
- **Dàn dựng nội thất ảo, cải tạo ảo**: hai ngày làm việc.
- **Video và mặt bằng**: hai đến ba ngày làm việc.

Nếu cần gấp, Quý khách vui lòng ghi rõ khi đặt. Đơn gấp được ưu tiên, và chúng tôi báo ngay nếu không kịp hạn giao.

Quý khách có thể theo dõi mọi đơn trong mục **Đơn hàng** của cổng này. Dải ba màu cho biết tiến độ từng phần: *Chưa làm*, *Đang làm*, *Hoàn thành*.

Ảnh hoàn thành nằm trong **thư mục giao ảnh** của Quý khách. Chúng tôi gửi liên kết của thư mục này trong tin báo giao ảnh.`,
    },
  },
  {
    key: 'something-is-wrong',
    daysAgo: 60,
    pinned: false,
    display_order: 3,
    title: { en: 'How to report a problem', vi: 'Cách báo lỗi' },
    body: {
      en: `**Two people** check every image before we deliver it. If you still find a fault, please tell us. We correct it **free of charge**.

1. Open the job and choose **Report a problem**.
2. Select the parts that are affected, or none if it concerns the whole job.
3. Describe what you see and what you expected. A link to a marked-up image helps most.

The request shows *In rework* while we correct the images, and *Rework done* when they are ready. Please report faults within **30 days** of delivery.`,
      vi: `**Hai người** kiểm tra mỗi ảnh trước khi giao. Nếu Quý khách vẫn thấy lỗi, xin báo cho chúng tôi. Phần đó được làm lại **miễn phí**.

1. Mở đơn hàng và bấm **Báo lỗi**.
2. Chọn các phần liên quan, hoặc để trống nếu là cả đơn hàng.
3. Mô tả điều Quý khách thấy và điều Quý khách mong đợi. Liên kết đến một ảnh có đánh dấu sẽ giúp nhiều nhất.

Yêu cầu hiện *Đang làm lại* trong lúc chúng tôi sửa, và *Đã làm lại* khi ảnh đã xong. Quý khách vui lòng báo lỗi trong vòng **30 ngày** kể từ khi giao.`,
    },
  },
  {
    key: 'prices-and-invoices',
    daysAgo: 52,
    pinned: false,
    display_order: 4,
    title: { en: 'Prices, reports and invoices', vi: 'Giá, báo cáo và hóa đơn' },
    body: {
      en: `**Prices** shows your price for each service. An order keeps the prices of the day it was entered. Later changes do not affect it.

**Report** shows what was completed in any period, by service, with a chart by month. You can download it as an Excel or PDF file.

We send invoices in the first week of each month to the billing email in your **Details**. To correct your details, choose **Change details** there.

For a larger order, ask us for a **quote**. It lists every service with quantity and price, and is valid until the day it states.`,
      vi: `Mục **Bảng giá** cho biết giá từng dịch vụ dành cho Quý khách. Mỗi đơn giữ giá của ngày đơn được nhập. Thay đổi sau này không ảnh hưởng đến đơn đã đặt.

Mục **Báo cáo** cho biết những gì đã hoàn thành trong một kỳ, theo từng dịch vụ, kèm biểu đồ theo tháng. Quý khách có thể tải về dưới dạng tệp Excel hoặc PDF.

Chúng tôi gửi hóa đơn trong tuần đầu mỗi tháng đến email nhận hóa đơn trong mục **Thông tin**. Nếu thông tin đã cũ, Quý khách vui lòng bấm **Đổi thông tin** ở đó.

Với đơn lớn, Quý khách vui lòng yêu cầu **báo giá**. Báo giá ghi từng dịch vụ với số lượng và đơn giá, có hiệu lực đến ngày ghi trên đó.`,
    },
  },
  {
    key: 'file-formats',
    daysAgo: 40,
    pinned: false,
    display_order: null,
    title: { en: 'File formats', vi: 'Định dạng tệp' },
    body: {
      en: `**You can send** RAW files of all common cameras (CR3, NEF, ARW, RAF, DNG), TIFF, JPEG and HEIC. Send video as MOV or MP4, and floor plans as a sketch, a scan or a laser measurement.

**We deliver** JPEG in sRGB, quality 12, in two sizes unless you ask otherwise:

- full size, for print
- 2,048 pixels on the long side, for listings

We deliver layered files (PSD, TIFF) and 16-bit images on request. Your file names stay the same: \`DSC_0412.NEF\` becomes \`DSC_0412.jpg\`.`,
      vi: `**Quý khách có thể gửi** tệp RAW của các máy thông dụng (CR3, NEF, ARW, RAF, DNG), TIFF, JPEG và HEIC. Video gửi dạng MOV hoặc MP4, mặt bằng gửi dạng bản vẽ tay, bản quét hoặc số đo laser.

**Chúng tôi giao** JPEG hệ màu sRGB, chất lượng 12, hai kích thước nếu Quý khách không yêu cầu khác:

- kích thước đầy đủ, để in
- cạnh dài 2.048 điểm ảnh, để đăng tin

Tệp nhiều lớp (PSD, TIFF) và ảnh 16 bit được giao theo yêu cầu. Tên tệp giữ nguyên: \`DSC_0412.NEF\` thành \`DSC_0412.jpg\`.`,
    },
  },
  {
    key: 'twilight-and-staging',
    daysAgo: 26,
    pinned: false,
    display_order: null,
    title: { en: 'Day to dusk and virtual staging: how to shoot', vi: 'Chuyển hoàng hôn và dàn dựng ảo: cách chụp' },
    body: {
      en: `**Day to dusk** looks best with the sun behind you and no reflections in the windows. Leave the lights on inside, so that we can see where they are.

**Virtual staging** needs an empty room. Shoot from a corner, level and at chest height, with the whole floor in the image. Tell us who will live there, for example a family or a young couple, and which style you like: *Scandinavian*, *modern*, *coastal* or *classic*.

Some countries require a label on staged images. We add a small line to the image if you ask for it in your order.`,
      vi: `**Chuyển ngày thành hoàng hôn** đẹp nhất khi mặt trời ở sau lưng người chụp và cửa kính không phản chiếu. Quý khách vui lòng bật đèn trong nhà để chúng tôi biết vị trí đèn.

**Dàn dựng nội thất ảo** cần phòng trống. Nên chụp từ góc phòng, ngang tầm ngực, máy cân bằng, thấy trọn sàn nhà. Quý khách vui lòng cho biết ai sẽ ở, ví dụ gia đình hay cặp vợ chồng trẻ, và phong cách Quý khách thích: *Bắc Âu*, *hiện đại*, *ven biển* hoặc *cổ điển*.

Một số nước yêu cầu ghi rõ ảnh dàn dựng. Chúng tôi thêm một dòng chữ nhỏ vào ảnh nếu Quý khách yêu cầu trong đơn.`,
    },
  },
  {
    key: 'privacy',
    daysAgo: 18,
    pinned: false,
    display_order: null,
    title: { en: 'How we protect your images', vi: 'Ảnh của Quý khách được bảo vệ thế nào' },
    body: {
      en: `Your images belong to you. Only the people who work on them open them, and each of them has signed a confidentiality agreement.

- We keep originals and results for **90 days**, then delete them.
- We blur faces, number plates and documents on request, or always if you prefer.
- We show your images to others only with your written consent.

Only you and the people in your company who have a login can see your jobs, prices and requests in this portal.`,
      vi: `Ảnh thuộc về Quý khách. Chỉ những người trực tiếp xử lý mới mở ảnh, và mỗi người đều đã ký cam kết bảo mật.

- Ảnh gốc và kết quả được giữ **90 ngày**, sau đó được xóa.
- Khuôn mặt, biển số và giấy tờ được làm mờ theo yêu cầu, hoặc luôn luôn nếu Quý khách muốn.
- Chúng tôi chỉ giới thiệu ảnh của Quý khách khi Quý khách đồng ý bằng văn bản.

Chỉ Quý khách và những người có tài khoản trong công ty của Quý khách xem được đơn hàng, giá và yêu cầu trong cổng này.`,
    },
  },
  {
    key: 'holidays',
    daysAgo: 5,
    pinned: false,
    display_order: null,
    title: { en: 'Our holidays', vi: 'Lịch nghỉ lễ' },
    body: {
      en: `We are closed on Sundays and on Vietnam's public holidays. The longest is the **Lunar New Year (Tết)**, in 2027 from 5 to 9 February.

The two weeks before Tết are our busiest time. Please order early and tell us which jobs are most important. We begin jobs that arrive during the holidays on the first working day, in the order they arrive.

A small team stays for urgent corrections. Write to us under **Contact us**. We read messages every day of the year.`,
      vi: `Chúng tôi nghỉ Chủ nhật và các ngày lễ của Việt Nam. Dài nhất là **Tết Nguyên đán**, năm 2027 từ ngày 5 đến ngày 9 tháng 2.

Hai tuần trước Tết là thời gian bận rộn nhất. Quý khách vui lòng đặt sớm và cho biết đơn nào cần ưu tiên. Đơn đến trong kỳ nghỉ được bắt đầu vào ngày làm việc đầu tiên, theo thứ tự nhận.

Một nhóm nhỏ vẫn trực để sửa ảnh gấp. Quý khách vui lòng viết cho chúng tôi ở mục **Liên hệ**. Chúng tôi đọc tin nhắn mỗi ngày trong năm.`,
    },
  },
];
