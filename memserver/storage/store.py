"""The open store: the database and one repository per kind of thing in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from memserver.storage.calendar import CalendarRepository
from memserver.storage.conflicts import ConflictRepository
from memserver.storage.database import Database
from memserver.storage.files import FileRepository
from memserver.storage.growth_counts import GrowthCounts
from memserver.storage.knowledge_rows import KnowledgeRows
from memserver.storage.learned import LearnedRepository
from memserver.storage.learning_queue import LearningQueueRepository
from memserver.storage.memories import MemoryRepository
from memserver.storage.metrics import MetricRepository
from memserver.storage.named import NamedRepository
from memserver.storage.passages import PassageRepository
from memserver.storage.patterns import PatternRepository
from memserver.storage.projects import ProjectRepository
from memserver.storage.records import (
    EVALUATIONS,
    REFLECTIONS,
    SESSIONS,
    TRAJECTORIES,
    TURNS,
    Properties,
    RecordRepository,
)
from memserver.storage.relations import RelationRepository
from memserver.storage.routing import RoutingRepository
from memserver.storage.rules import RuleRepository
from memserver.storage.searched_records import SearchedRecords
from memserver.storage.succession import SuccessionRepository
from memserver.storage.tier_records import TierRepository
from memserver.storage.tier_texts import TierTextRepository
from memserver.storage.vectors import VectorRepository
from memserver.storage.workers import WorkerRepository


@dataclass(frozen=True, slots=True)
class Store:
    """What everything above storage is given."""

    database: Database
    memories: MemoryRepository
    passages: PassageRepository
    named: NamedRepository
    vectors: VectorRepository
    conflicts: ConflictRepository
    relations: RelationRepository
    files: FileRepository
    succession: SuccessionRepository
    projects: ProjectRepository
    turns: RecordRepository
    reflections: RecordRepository
    sessions: RecordRepository
    trajectories: RecordRepository
    properties: Properties
    calendar: CalendarRepository
    evaluations: RecordRepository
    patterns: PatternRepository
    routing: RoutingRepository
    rules: RuleRepository
    learned: LearnedRepository
    learning_queue: LearningQueueRepository
    growth_counts: GrowthCounts
    knowledge_rows: KnowledgeRows
    workers: WorkerRepository
    tiers: TierRepository
    tier_texts: TierTextRepository
    searched: SearchedRecords
    metrics: MetricRepository


@asynccontextmanager
async def open_store(folder: Path) -> AsyncIterator[Store]:
    """Open the store of a data folder."""
    async with Database.open(folder) as database:
        passages = PassageRepository(database)
        yield Store(
            database=database,
            memories=MemoryRepository(database),
            passages=passages,
            named=NamedRepository(database),
            vectors=VectorRepository(database),
            conflicts=ConflictRepository(database),
            relations=RelationRepository(database),
            files=FileRepository(database),
            succession=SuccessionRepository(database),
            projects=ProjectRepository(database),
            turns=RecordRepository(database, TURNS),
            reflections=RecordRepository(database, REFLECTIONS),
            sessions=RecordRepository(database, SESSIONS),
            trajectories=RecordRepository(database, TRAJECTORIES),
            properties=Properties(database),
            calendar=CalendarRepository(database),
            evaluations=RecordRepository(database, EVALUATIONS),
            patterns=PatternRepository(database),
            routing=RoutingRepository(database),
            rules=RuleRepository(database),
            learned=LearnedRepository(database),
            learning_queue=LearningQueueRepository(database),
            growth_counts=GrowthCounts(database),
            knowledge_rows=KnowledgeRows(database),
            workers=WorkerRepository(database),
            tiers=TierRepository(database),
            tier_texts=TierTextRepository(database),
            searched=SearchedRecords(database, passages),
            metrics=MetricRepository(database),
        )
