// Written by scripts/generate.py from the server's table of commands. Do not edit: run `python scripts/generate.py`.

import type { SlashCommand } from "./command";

export const KOREAN: readonly SlashCommand[] = [
  {
    id: "morning",
    name: "아침",
    summary: "오늘 무엇으로 시작할지 봅니다.",
    actions: [
      { usage: "", summary: "오늘 하루." },
    ],
  },
  {
    id: "evening",
    name: "저녁",
    summary: "오늘 한 일을 돌아봅니다.",
    actions: [
      { usage: "", summary: "하루 돌아보기." },
    ],
  },
  {
    id: "weekly",
    name: "주간",
    summary: "한 주를 돌아봅니다.",
    actions: [
      { usage: "", summary: "이번 주." },
      { usage: "지난주", summary: "지난주." },
    ],
  },
  {
    id: "standup",
    name: "스탠드업",
    summary: "스탠드업 보고를 만듭니다.",
    actions: [
      { usage: "[@누구]", summary: "모두 또는 한 사람의 세 가지 목록." },
    ],
  },
  {
    id: "task",
    name: "할일",
    summary: "할 일을 담당자, 마감과 함께 관리합니다.",
    actions: [
      { usage: "", summary: "남은 일을 봅니다." },
      { usage: "추가 <할 일> [<날>까지] [@담당]", summary: "할 일을 더합니다." },
      { usage: "목록 [전체|완료] [@담당]", summary: "할 일 목록을 봅니다." },
      { usage: "시작 <id>", summary: "일을 시작합니다." },
      { usage: "완료 <id> [메모]", summary: "일을 끝냅니다." },
      { usage: "막힘 <id> <이유>", summary: "일이 막혔음을 적습니다." },
      { usage: "풀림 <id>", summary: "다시 진행합니다." },
      { usage: "마감 <id> <날|없음>", summary: "마감일을 정합니다." },
      { usage: "담당 <id> @이름", summary: "담당자를 정합니다." },
      { usage: "메모 <id> <내용>", summary: "메모를 더합니다." },
      { usage: "이름 <id> <할 일>", summary: "제목을 고칩니다." },
      { usage: "다시 <id>", summary: "끝낸 일을 되돌립니다." },
      { usage: "취소 <id> [메모]", summary: "하지 않기로 합니다." },
    ],
  },
  {
    id: "blocked",
    name: "막힘",
    summary: "막힌 일과 그 이유를 봅니다.",
    actions: [
      { usage: "", summary: "오래 막힌 순서로." },
    ],
  },
  {
    id: "onesie",
    name: "한쪽",
    summary: "한 쪽 요약을 만듭니다.",
    actions: [
      { usage: "[주제]", summary: "전체 또는 한 주제." },
    ],
  },
  {
    id: "decisions",
    name: "결정",
    summary: "무엇을 왜 정했고 어떻게 됐는지 봅니다.",
    actions: [
      { usage: "", summary: "최근 결정." },
      { usage: "추가 <결정> [대신 <다른 것>] [이유 <이유>] [@누가]", summary: "결정을 남깁니다." },
      { usage: "보기 <id>", summary: "결정 하나를 봅니다." },
      { usage: "결과 <id> [좋음|나쁨] <내용>", summary: "어떻게 됐는지 남깁니다." },
      { usage: "찾기 <말>", summary: "결정을 찾습니다." },
    ],
  },
  {
    id: "runway",
    name: "런웨이",
    summary: "자금이 얼마나 버티는지 봅니다.",
    actions: [
      { usage: "", summary: "남은 개월, 소진액, 추이." },
      { usage: "잔액 <금액> [날]", summary: "확인한 잔액." },
      { usage: "입금 <금액> [내용] [날]", summary: "들어온 돈." },
      { usage: "지출 <금액> [내용] [날]", summary: "나간 돈." },
      { usage: "목록", summary: "최근 항목과 id." },
      { usage: "정정 <id> [금액] [내용] [날]", summary: "항목을 고칩니다." },
      { usage: "취소 <id>", summary: "마지막 항목을 취소합니다." },
    ],
  },
  {
    id: "customers",
    name: "고객",
    summary: "고객, 월 매출, 이탈을 봅니다.",
    actions: [
      { usage: "", summary: "고객, 매출, 추이." },
      { usage: "추가 <이름> [월 금액] [날]", summary: "새 고객." },
      { usage: "금액 <id|이름> <월 금액> [날]", summary: "월 금액이 바뀜." },
      { usage: "이탈 <id|이름> [이유] [날]", summary: "떠남." },
      { usage: "복귀 <id|이름> [날]", summary: "돌아옴." },
      { usage: "메모 <id|이름> <내용>", summary: "메모." },
      { usage: "정정 <id|이름> [이름] [금액] [날]", summary: "항목을 고칩니다." },
      { usage: "취소 <id>", summary: "마지막 항목을 취소합니다." },
    ],
  },
  {
    id: "hire",
    name: "채용",
    summary: "지원자를 직무와 단계별로 봅니다.",
    actions: [
      { usage: "", summary: "누가 어느 단계인지." },
      { usage: "추가 <이름> [직무 <직무>]", summary: "새 지원자." },
      { usage: "단계 <id|이름> <단계> [이유]", summary: "지원, 서류, 면접, 제안, 합격, 불합격, 포기로 옮깁니다." },
      { usage: "합격 <id|이름>", summary: "합격." },
      { usage: "불합격 <id|이름> [이유]", summary: "불합격." },
      { usage: "메모 <id|이름> <내용>", summary: "메모." },
      { usage: "정정 <id|이름> [이름] [직무 <직무>]", summary: "항목을 고칩니다." },
      { usage: "취소 <id>", summary: "마지막 항목을 취소합니다." },
    ],
  },
  {
    id: "draft",
    name: "초안",
    summary: "메일, 공지, 진행 보고의 초안을 씁니다.",
    actions: [
      { usage: "", summary: "쓸 수 있는 글." },
      { usage: "메일 [<누구>에게] <주제>", summary: "메일." },
      { usage: "공지 <주제>", summary: "공지." },
      { usage: "보고 [<누구>에게] [주제]", summary: "지난 한 주의 진행 보고." },
    ],
  },
  {
    id: "feedback",
    name: "피드백",
    summary: "사람들의 의견과 답할 일을 모읍니다.",
    actions: [
      { usage: "", summary: "주제, 추이, 기다리는 것." },
      { usage: "추가 <들은 말> [@누가] [#주제]", summary: "들은 말을 적습니다." },
      { usage: "목록 [#주제]", summary: "한 주제만 봅니다." },
      { usage: "답변 <id> [내용]", summary: "답했습니다." },
      { usage: "정정 <id> [내용] [@누가] [#주제]", summary: "항목을 고칩니다." },
      { usage: "취소 <id>", summary: "마지막 항목을 취소합니다." },
    ],
  },
  {
    id: "cohort",
    name: "코호트",
    summary: "전월 대비 변화와 남은 고객을 봅니다.",
    actions: [
      { usage: "", summary: "모든 변화." },
      { usage: "고객", summary: "고객과 매출." },
      { usage: "자금", summary: "입금과 지출." },
      { usage: "할일", summary: "할 일." },
      { usage: "피드백", summary: "피드백." },
      { usage: "채용", summary: "지원자." },
    ],
  },
  {
    id: "memory",
    name: "기억",
    summary: "기억을 보고, 찾고, 더하고, 지우고, 요약합니다.",
    actions: [
      { usage: "", summary: "기억 현황." },
      { usage: "현황", summary: "기억 현황." },
      { usage: "찾기 <말>", summary: "뜻과 낱말로 찾습니다." },
      { usage: "추가 <내용>", summary: "기억합니다." },
      { usage: "지우기 <id>", summary: "하나를 완전히 지웁니다." },
      { usage: "오래됨", summary: "더는 맞지 않을 수 있는 것." },
      { usage: "요약", summary: "오래된 대화를 요약합니다." },
    ],
  },
  {
    id: "glossary",
    name: "용어집",
    summary: "용어집 파일을 관리합니다.",
    actions: [
      { usage: "", summary: "파일이 어디 있는지." },
      { usage: "위치", summary: "파일이 어디 있는지." },
      { usage: "만들기", summary: "예시와 함께 만듭니다." },
      { usage: "다시읽기", summary: "다시 읽습니다." },
    ],
  },
  {
    id: "help",
    name: "도움말",
    summary: "명령과 켜진 기능을 보여 줍니다.",
    actions: [
      { usage: "", summary: "명령과 켜진 기능을 보여 줍니다." },
    ],
  },
];
